import { Combobox, Field, Hint, Label, Message, Option } from '@zendeskgarden/react-dropdowns'
import type { ReactNode } from 'react'

/** One that can be picked: `label` is what the field shows then, `more` tells it from others of that name. */
export interface Pick {
  value: string
  label: string
  more?: string
}

interface PickFieldProps {
  label: string
  name: string
  hint?: ReactNode
  error?: string | undefined
  /** What is typed; the list below is for the caller to narrow. */
  typed: string
  onType: (typed: string) => void
  /** What the list shows. */
  picks: readonly Pick[]
  /** Instead of a list: that nothing is found, or what to type. */
  emptyText: string
  /** Null as long as none is picked. */
  picked: Pick | null
  onPick: (pick: Pick | null) => void
  isRequired?: boolean
}

/** One of many, found by typing. With the keyboard: arrows go through the list, Enter picks, Escape closes it. */
export function PickField({
  label,
  name,
  hint,
  error,
  typed,
  onType,
  picks,
  emptyText,
  picked,
  onPick,
  isRequired = false,
}: PickFieldProps) {
  const shown = picked === null || picks.some(({ value }) => value === picked.value) ? picks : [picked, ...picks]
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Combobox
        isAutocomplete
        inputValue={typed}
        selectionValue={picked?.value ?? null}
        listboxAriaLabel={label}
        inputProps={{ name, autoComplete: 'off', 'aria-required': isRequired, 'aria-invalid': error !== undefined }}
        onChange={({ type, inputValue, selectionValue }) => {
          if (inputValue !== undefined) onType(inputValue)
          // another text does not mean whoever was picked before
          if (type === 'input:change' && picked !== null) onPick(null)
          else if (selectionValue !== undefined) onPick(shown.find(({ value }) => value === selectionValue) ?? null)
        }}
        {...(error === undefined ? {} : { validation: 'error' as const })}
      >
        {shown.length === 0 && <Option isDisabled value="" label={emptyText} />}
        {shown.map(({ value, label: text, more }) => (
          <Option key={value} value={value} label={text}>
            {text}
            {more !== undefined && <Option.Meta>{more}</Option.Meta>}
          </Option>
        ))}
      </Combobox>
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}
