import { Field, Hint, Input, Label, Message } from '@zendeskgarden/react-forms'
import styled from 'styled-components'

interface MomentFieldProps {
  label: string
  name: string
  hint?: string
  /** `2027-05-01T00:00`, or '' for none. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A date and time, chosen from the browser's date picker or typed. */
export function MomentField({ label, hint, error, onChange, ...input }: MomentFieldProps) {
  return (
    <Frame>
      <Field>
        <Label>{label}</Label>
        {hint && <Hint>{hint}</Hint>}
        <Input
          type="datetime-local"
          {...input}
          {...(error === undefined ? {} : { validation: 'error' as const })}
          onChange={(event) => onChange(event.target.value)}
        />
        {error && <Message validation="error">{error}</Message>}
      </Field>
    </Frame>
  )
}

const Frame = styled.div`
  max-width: 280px;
`
