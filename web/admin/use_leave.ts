import { useNavigate } from '@tanstack/react-router'
import { useSignOut } from '../api/session.ts'
import { paths } from '../paths.ts'
import { useReportError } from './use_report_error.ts'

/** Signs out and goes to the sign-in page, whatever a form still holds: whoever signs out is done. */
export function useLeave(): () => void {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const reportError = useReportError()
  return () => signOut.mutate(undefined, { onSuccess: () => navigate({ to: paths.sign_in, ignoreBlocker: true }), onError: reportError })
}
