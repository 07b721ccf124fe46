import { Combobox, Field, Hint, Label, Message, Option } from '@zendeskgarden/react-dropdowns'
import type { ReactNode } from 'react'
import { EmailAddress } from './EmailAddress.tsx'

/** An option: `label` is shown in the field once it is picked, `more`, an e-mail address, distinguishes it from others with that label. */
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
  /** The text typed; the caller filters `picks` by it. */
  typed: string
  onType: (typed: string) => void
  /** The options in the list. */
  picks: readonly Pick[]
  /** Shown instead of the list: that nothing matches, or what to type. */
  emptyText: string
  /** Null until an option is picked. */
  picked: Pick | null
  onPick: (pick: Pick | null) => void
  isRequired?: boolean
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  /** Refused, and said elsewhere. */
  isInvalid?: boolean
}

/** Picks one of many options by typing. Keyboard: arrows move through the list, Enter picks, Escape closes it. */
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
  isLabelHidden = false,
  isInvalid = false,
}: PickFieldProps) {
  const shown = picked === null || picks.some(({ value }) => value === picked.value) ? picks : [picked, ...picks]
  return (
    <Field>
      <Label hidden={isLabelHidden}>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Combobox
        isAutocomplete
        inputValue={typed}
        selectionValue={picked?.value ?? null}
        listboxAriaLabel={label}
        inputProps={{ name, autoComplete: 'off', 'aria-required': isRequired, 'aria-invalid': error !== undefined || isInvalid }}
        onChange={({ type, inputValue, selectionValue }) => {
          if (inputValue !== undefined) onType(inputValue)
          // editing the text clears the previous pick
          if (type === 'input:change' && picked !== null) onPick(null)
          else if (selectionValue !== undefined) onPick(shown.find(({ value }) => value === selectionValue) ?? null)
        }}
        {...(error === undefined && !isInvalid ? {} : { validation: 'error' as const })}
      >
        {shown.length === 0 && <Option isDisabled value="" label={emptyText} />}
        {shown.map(({ value, label: text, more }) => (
          <Option key={value} value={value} label={text}>
            {text}
            {more !== undefined && (
              <Option.Meta>
                <EmailAddress text={more} />
              </Option.Meta>
            )}
          </Option>
        ))}
      </Combobox>
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}
