import { type NamedLink, useChangeMember, useEndSessions, useMailPasswordLink, useResetSecondFactor, useUnlink } from './queries.ts'
import { useSendsMail } from '#features/session/public.ts'
import { ConfirmedAct } from '#features/common/public.ts'
import { useReportMail } from './use_report_mail.ts'
import { Facts, LongMono } from '#kit/text.tsx'
import type { Member, MemberAct } from './member.ts'

interface ActDialogProps<Act = MemberAct> {
  member: Member
  act: Act
  onClose: () => void
}

/** Asks to confirm an act that takes something away from a user, does it, and reports the result. */
export function ActDialog({ act, ...rest }: ActDialogProps) {
  if (act.kind === 'unlink') return <UnlinkDialog {...rest} link={act.link} />
  switch (act.kind) {
    case 'invite':
    case 'password':
      return <PasswordDialog {...rest} isFirst={act.kind === 'invite'} />
    case 'suspend':
    case 'unsuspend':
      return <SuspendDialog {...rest} suspended={act.kind === 'suspend'} />
    case 'reset':
      return <ResetDialog {...rest} />
    case 'end_sessions':
      return <EndSessionsDialog {...rest} />
  }
}

type Rest = Omit<ActDialogProps, 'act'>

function PasswordDialog({ member: { id, name, email }, isFirst, onClose }: Rest & { isFirst: boolean }) {
  const mailLink = useMailPasswordLink()
  const reportMail = useReportMail()
  const sendsMail = useSendsMail()
  const act = async () => {
    const sent = await mailLink.mutateAsync({ id, email })
    reportMail(sent.is_first ? 'Invitation' : 'Link', sent.email, sent.mail)
  }
  return (
    <ConfirmedAct
      title={isFirst ? `Invite ${name} again?` : `Mail ${name} a link for a new password?`}
      actionLabel="Send"
      act={act}
      onClose={onClose}
    >
      It goes to {email}. {!sendsMail && 'There is no mail server: the mail is kept in the outbox, and you pass the link on. '}
      {isFirst
        ? 'The mail has another link to choose a password. It works once, for seven days.'
        : 'The link works once, for one day. Their current password works until they choose another one; then all their sessions end.'}
    </ConfirmedAct>
  )
}

function SuspendDialog({ member: { id, name }, suspended, onClose }: Rest & { suspended: boolean }) {
  const change = useChangeMember()
  return (
    <ConfirmedAct
      title={suspended ? `Suspend ${name}?` : `Lift the suspension of ${name}?`}
      actionLabel={suspended ? 'Suspend' : 'Lift'}
      isDanger={suspended}
      act={() => change.mutateAsync({ id, suspended })}
      done={suspended ? `${name} is suspended` : `${name} is no longer suspended`}
      onClose={onClose}
    >
      {suspended
        ? `${name} is signed out everywhere, cannot sign in, and their tokens are refused. You can lift the suspension at any time.`
        : `${name} can sign in again with the password they had.`}
    </ConfirmedAct>
  )
}

function ResetDialog({ member: { id, name }, onClose }: Omit<ActDialogProps, 'act'>) {
  const reset = useResetSecondFactor()
  const sendsMail = useSendsMail()
  return (
    <ConfirmedAct
      title={`Reset the second factor of ${name}?`}
      actionLabel="Reset"
      isDanger
      act={() => reset.mutateAsync(id)}
      done={`The second factor of ${name} is reset`}
      onClose={onClose}
    >
      The app and the recovery codes of {name} stop working, and all their sessions end. After that the password alone is enough, until a
      new second factor is set up. Make sure that the request comes from {name}.{sendsMail && ` ${name} is notified by mail.`}
    </ConfirmedAct>
  )
}

function UnlinkDialog({ member: { name }, link, onClose }: Omit<ActDialogProps, 'act'> & { link: NamedLink }) {
  const unlink = useUnlink()
  return (
    <ConfirmedAct
      title={`Unlink ${name} from ${link.provider_name}?`}
      actionLabel="Unlink"
      isDanger
      act={() => unlink.mutateAsync(link)}
      done={`${name} is no longer linked to ${link.provider_name}`}
      onClose={onClose}
    >
      <p>
        Nobody can sign in here any more with the account that {link.provider_name} knows by this subject, unless that provider links people
        by their e-mail address: then the next person who signs in there with the address of {name} is linked. Open sessions continue.
      </p>
      <Facts>
        <dt>Subject</dt>
        <dd>
          <LongMono>{link.subject}</LongMono>
        </dd>
      </Facts>
    </ConfirmedAct>
  )
}

function EndSessionsDialog({ member: { id, name }, onClose }: Omit<ActDialogProps, 'act'>) {
  const end = useEndSessions()
  return (
    <ConfirmedAct
      title={`End all sessions of ${name}?`}
      actionLabel="End sessions"
      isDanger
      act={() => end.mutateAsync(id)}
      done={`${name} is signed out everywhere`}
      onClose={onClose}
    >
      {name} is signed out in every browser and can sign in again at once. API tokens and OAuth tokens go on working.
    </ConfirmedAct>
  )
}
