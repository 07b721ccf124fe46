import { Field, Hint, Label, Toggle } from '@zendeskgarden/react-forms'

interface SwitchProps {
  /** What is switched. */
  label: string
  hint?: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Switches something on or off. */
export function Switch({ label, hint, isLabelHidden = false, isOn, onChange }: SwitchProps) {
  return (
    <Field>
      <Toggle checked={isOn} onChange={(event) => onChange(event.target.checked)}>
        <Label hidden={isLabelHidden}>{label}</Label>
        {hint && <Hint>{hint}</Hint>}
      </Toggle>
    </Field>
  )
}
