import { Field, Hint, Input, Label } from '@zendeskgarden/react-forms'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { palette } from './palette.ts'

interface DateFieldProps {
  label: string
  hint?: ReactNode
  /** `2027-05-01`, or '' for none. */
  value: string
  onChange: (value: string) => void
}

/** A day, chosen from the browser's date picker or typed. */
export function DateField({ label, hint, value, onChange }: DateFieldProps) {
  return (
    <Frame>
      <Field>
        <Label>{label}</Label>
        {hint && <Hint>{hint}</Hint>}
        <Input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
      </Field>
    </Frame>
  )
}

const Frame = styled.div`
  max-width: 220px;
  /* a filled-in day must not look like a placeholder */
  && input::-webkit-datetime-edit {
    color: ${palette.sand[1000]};
  }
`
