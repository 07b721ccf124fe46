import { useNavigate } from '@tanstack/react-router'
import { useSignOut } from '#features/session/public.ts'
import { confirmLeaving, reportError } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'

/** Signs out and goes to the sign-in page; asks for confirmation first if a form would lose its draft. */
export function useLeave(): () => void {
  const signOut = useSignOut()
  const navigate = useNavigate()
  // askBeforeLeaving has confirmed already
  const leave = { onSuccess: () => navigate({ to: paths.sign_in, ignoreBlocker: true }), onError: reportError }
  return () => confirmLeaving(() => signOut.mutate(undefined, leave))
}
