import { ApiError, describeError } from '../api/errors.ts'
import { Notice } from '../ui/Notice.tsx'

interface RecordFailureProps {
  /** What was to be shown: "API token". */
  noun: string
  /** Why there may be none, and what then. */
  hint: string
  error: Error
  onRetry: () => void
}

/** Instead of a record: that there is none at this address, or why it could not be loaded, and the way to try again. */
export function RecordFailure({ noun, hint, error, onRetry }: RecordFailureProps) {
  // 400: what stands in the address is no id at all
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Notice type="error" title={`There is no such ${noun}`}>
        {hint}
      </Notice>
    )
  return (
    <Notice type="error" title={`The ${noun} could not be loaded`} action={{ label: 'Try again', onClick: onRetry }}>
      {describeError(error)}
    </Notice>
  )
}
