import { describeError, detailOf } from '#contract/errors.ts'
import { Notice } from '#kit/Notice.tsx'

interface FormErrorProps {
  /** Why the last attempt failed. */
  error: Error | null
  /** What failed: "The client was not saved". */
  title: string
  /** The members whose errors are shown at their fields. */
  fields?: readonly string[]
}

/** Shows in a form why the last attempt failed, unless a field shows it. */
export function FormError({ error, title, fields = [] }: FormErrorProps) {
  if (error === null || fields.some((member) => detailOf(error, member) !== undefined)) return null
  return (
    <Notice type="error" title={title}>
      {describeError(error)}
    </Notice>
  )
}
