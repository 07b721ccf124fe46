import { ApiError, describeError } from '#contract/errors.ts'
import { showToast } from '#kit/toasts.tsx'

/** For acts started from a dialog or a button outside a form: shows the error in a toast. */
export function reportError(error: unknown): void {
  // an expired session redirects to the sign-in page, which is message enough
  if (error instanceof ApiError && error.status === 401) return
  showToast('error', describeError(error))
}
