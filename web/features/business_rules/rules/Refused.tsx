import { FormError } from '#features/common/public.ts'
import { Notice } from '#kit/Notice.tsx'

interface RefusedProps {
  /** The kind of rule, in the middle of a sentence. */
  one: string
  /** Why the last attempt failed. */
  error: Error | null
  /** Some of it is said at the lines below; `rest`: the sentences that are not. */
  isPlaced: boolean
  rest: readonly string[]
}

const FIELDS = ['title', 'raw_title', 'description', 'category_id'] as const

/** Says at the top of a form why the rule was not saved, unless a field says it. */
export function Refused({ one, error, isPlaced, rest }: RefusedProps) {
  const title = `The ${one} was not saved`
  if (error === null || !isPlaced) return <FormError error={error} title={title} fields={FIELDS} />
  return (
    <Notice type="error" title={title}>
      {rest.length === 0 ? 'What is wrong is said at the lines below.' : rest.join(' ')}
    </Notice>
  )
}
