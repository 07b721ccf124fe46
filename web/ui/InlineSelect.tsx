import { Field, Label, Select } from '@zendeskgarden/react-forms'
import styled from 'styled-components'

interface InlineSelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Selects one of a few views of a list; the label is beside it. */
export function InlineSelect<Value extends string>({ label, options, value, onChange }: InlineSelectProps<Value>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text)
    if (chosen !== undefined) onChange(chosen.value)
  }
  return (
    <Frame>
      <Field>
        <Label isRegular>{label}</Label>
        <Select isCompact value={value} onChange={(event) => choose(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      </Field>
    </Frame>
  )
}

const Frame = styled.div`
  /* a long option must not take the place of what is beside it */
  max-width: min(100%, 320px);
  > div {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  label {
    flex: none;
  }
`
