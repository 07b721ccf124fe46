import { detailOf } from '#contract/errors.ts'
import { TextArea, TextField } from '#kit/fields.tsx'

interface Names {
  title: string
  description: string
}

interface NameFieldsProps {
  value: Names
  hasDescription?: boolean
  /** What the description is for. */
  hint?: string
  /** Why the last attempt to save failed. */
  error: Error | null
  onChange: (part: Partial<Names>) => void
}

/** What a rule or a policy is called, and what it is for. */
export function NameFields({
  value: { title, description },
  hasDescription = true,
  hint = 'What it is for, for the people who read the list.',
  error,
  onChange,
}: NameFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="title"
        value={title}
        error={detailOf(error, 'title') ?? detailOf(error, 'raw_title')}
        onChange={(next) => onChange({ title: next })}
        autoComplete="off"
        isRequired
      />
      {hasDescription && (
        <TextArea
          label="Description"
          name="description"
          hint={hint}
          value={description}
          error={detailOf(error, 'description')}
          onChange={(next) => onChange({ description: next })}
        />
      )}
    </>
  )
}
