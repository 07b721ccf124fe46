import { useNavigate } from '@tanstack/react-router'
import type { NewTeamMember } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { showToast } from '#kit/toasts.tsx'

type WrittenMail = NewTeamMember['invitation_mail']

/** Reports in a toast what became of a mail that holds a link. One that was not sent can be opened in the outbox. */
export function useReportMail(): (what: string, to: string, mail: WrittenMail) => void {
  const navigate = useNavigate()
  return (what, to, { id, state }) => {
    const onSelect = () => void navigate({ to: paths.outbox_mail, params: { id: String(id) } })
    if (state === 'kept') showToast('info', `${what} to ${to}: kept in the outbox`, { label: 'Show the link', onSelect })
    else if (state === 'failed') showToast('error', `${what} to ${to} could not be mailed`, { label: 'Show the mail', onSelect })
    else showToast('success', `${what} mailed to ${to}`)
  }
}
