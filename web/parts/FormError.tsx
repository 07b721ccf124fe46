import { describeError, detailOf } from '../api/errors.ts'
import { Notice } from '../ui/Notice.tsx'

interface FormErrorProps {
  /** Why the last attempt failed. */
  error: Error | null
  /** What did not happen: "The client was not saved". */
  title: string
  /** The members whose fields say themselves what is wrong with them. */
  fields?: readonly string[]
}

/** Says in a form why the attempt failed, unless a field says it. */
export function FormError({ error, title, fields = [] }: FormErrorProps) {
  if (error === null || fields.some((member) => detailOf(error, member) !== undefined)) return null
  return (
    <Notice type="error" title={title}>
      {describeError(error)}
    </Notice>
  )
}
