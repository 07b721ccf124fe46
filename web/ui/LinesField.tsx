import { Field, Hint, Label, Message, Textarea } from '@zendeskgarden/react-forms'

interface LinesFieldProps {
  label: string
  name: string
  hint?: string | undefined
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A list typed as text, one entry per line. */
export function LinesField({ label, hint, error, onChange, ...area }: LinesFieldProps) {
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Textarea
        {...area}
        rows={3}
        spellCheck={false}
        {...(error === undefined ? {} : { validation: 'error' as const })}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}
