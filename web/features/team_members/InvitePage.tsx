// Inviting a team member: name and address, role, and part in access governance.
// Does not belong here: accepting the invitation (sign_in/SetPasswordPage.tsx).

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { useInvite } from './queries.ts'
import { useSendsMail } from '#features/session/public.ts'
import { FormError } from '#features/common/public.ts'
import { useReportMail } from './use_report_mail.ts'
import { paths } from '#lib/paths.ts'
import { Card, FormBody } from '#kit/Card.tsx'
import { TextField } from '#kit/fields.tsx'
import { Page } from '#kit/Page.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { type DutyDraft, DutyFields, dutyMembers } from '#features/access_duties/public.ts'
import { RoleField, roleMembers } from './RoleField.tsx'
import { roleOf } from './roles.ts'

const mailed = 'They get a mail with a link to choose a password.'
const kept = 'There is no mail server: the mail with the link to choose a password is kept in the outbox, and you pass the link on.'

/** The page at `paths.invite_team_member`. */
export function InvitePage() {
  const navigate = useNavigate()
  const reportMail = useReportMail()
  const sendsMail = useSendsMail()
  const invite = useInvite()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('agent')
  const [part, setPart] = useState<DutyDraft>({ duties: [], manager_id: null })
  const { error } = invite
  const submit = () =>
    invite.mutate(
      { name, email, custom_role_id: null, ...roleOf(role), ...part },
      {
        onSuccess: ({ id, email: address, invitation_mail }) => {
          reportMail('Invitation', address, invitation_mail)
          void navigate({ to: paths.team_member, params: { id: String(id) } })
        },
      },
    )
  return (
    <Page
      title="Invite a team member"
      isNarrow
      trail={<MenuTrail path={paths.team_members} />}
      intro={`${sendsMail ? mailed : kept} The link works once, for seven days. Only administrators can invite people.`}
    >
      <Card>
        <SubmitForm label="Invitation" error={error} isBusy={invite.isPending} onSubmit={submit}>
          <FormBody>
            <FormError error={error} title="Nobody was invited" fields={['name', 'email', ...roleMembers, ...dutyMembers]} />
            <TextField
              label="Name"
              name="name"
              autoComplete="off"
              value={name}
              onChange={setName}
              error={detailOf(error, 'name')}
              isRequired
            />
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="off"
              value={email}
              onChange={setEmail}
              error={detailOf(error, 'email')}
              isRequired
            />
            <RoleField value={role} onChange={setRole} error={error} />
            <DutyFields draft={part} onChange={setPart} error={error} userId={null} />
          </FormBody>
          <SubmitActions label="Send invitation" isBusy={invite.isPending} onCancel={() => navigate({ to: paths.team_members })} />
        </SubmitForm>
      </Card>
    </Page>
  )
}
