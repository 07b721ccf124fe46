import { type NamedLink, useEndSessions, useResetSecondFactor, useUnlink } from '../../../api/team_members.ts'
import { ConfirmedAct } from '../../../parts/ConfirmedAct.tsx'
import { Facts, LongMono } from '../../../ui/text.tsx'
import type { Member, MemberAct } from './member.ts'

interface ActDialogProps<Act = MemberAct> {
  member: Member
  act: Act
  onClose: () => void
}

/** Asks before something is taken away from a person, does it, and says how it went. */
export function ActDialog({ act, ...rest }: ActDialogProps) {
  if (act.kind === 'unlink') return <UnlinkDialog {...rest} link={act.link} />
  return act.kind === 'reset' ? <ResetDialog {...rest} /> : <EndSessionsDialog {...rest} />
}

function ResetDialog({ member: { id, name }, onClose }: Omit<ActDialogProps, 'act'>) {
  const reset = useResetSecondFactor()
  return (
    <ConfirmedAct
      title={`Reset the second factor of ${name}?`}
      actionLabel="Reset"
      isDanger
      act={() => reset.mutateAsync(id)}
      done={`The second factor of ${name} is reset`}
      onClose={onClose}
    >
      The app and the recovery codes of {name} open nothing any more, and all sessions end. The password alone is enough then, until a new
      one is set up. Make sure that it is {name} who asks you: {name} is told by mail.
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
        The account that {link.provider_name} knows by this subject opens nothing here any more, unless that provider links people by their
        e-mail address: then the next one who comes with the address of {name} is linked. Sessions that are open go on.
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
