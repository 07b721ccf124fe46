import { useCallback } from 'react'
import { ApiError, describeError } from '../api/errors.ts'
import { useShowToast } from '../ui/toasts.tsx'

/** For acts started from a dialog or a loose button: says what went wrong in a toast, the only place it is shown. */
export function useReportError(): (error: unknown) => void {
  const showToast = useShowToast()
  return useCallback(
    (error) => {
      // An ended session leads to the sign-in page, which says enough.
      if (error instanceof ApiError && error.status === 401) return
      showToast('error', describeError(error))
    },
    [showToast],
  )
}
