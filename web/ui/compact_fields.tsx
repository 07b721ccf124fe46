// Fields in the rows of an editor: their labels are for screen readers, since the row says what they mean.

import { Field, Input, Label, Message, Select, Textarea } from '@zendeskgarden/react-forms'
import type { ReactNode, Ref } from 'react'
import styled from 'styled-components'
import { palette } from './palette.ts'

interface CompactProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Why the value was refused; shown below the field. */
  error?: string | undefined
  /** The id of an element that says more about the field. */
  describedBy?: string | undefined
  /** Refused, and said elsewhere in the row. */
  isInvalid?: boolean
}

/** Options under a title; those without a title come first. */
export interface OptionGroup {
  title?: string
  options: readonly { value: string; label: string }[]
}

/** Selects one of many options, which may be in groups. */
export function CompactSelect({ groups, ref, ...field }: CompactProps & { groups: readonly OptionGroup[]; ref?: Ref<HTMLSelectElement> }) {
  const { value, onChange } = field
  return (
    <Frame {...field}>
      <Select ref={ref} value={value} {...stateOf(field)} onChange={(event) => onChange(event.target.value)}>
        {groups.map(({ title, options }) =>
          title === undefined ? (
            <Options key="" options={options} />
          ) : (
            <optgroup key={title} label={title}>
              <Options options={options} />
            </optgroup>
          ),
        )}
      </Select>
    </Frame>
  )
}

function Options({ options }: OptionGroup) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

interface CompactInputProps extends CompactProps {
  type?: 'text' | 'date'
  placeholder?: string
  isMono?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A text of one line. */
export function CompactInput({ type = 'text', placeholder, ref, ...field }: CompactInputProps) {
  return (
    <Frame {...field}>
      <OneLine
        ref={ref}
        type={type}
        autoComplete="off"
        value={field.value}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...stateOf(field)}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </Frame>
  )
}

/** A text of several lines; `isMono` for code. */
export function CompactArea({ isMono = false, ref, ...field }: CompactProps & { isMono?: boolean; ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Frame {...field}>
      <Area
        ref={ref}
        $isMono={isMono}
        minRows={isMono ? 6 : 4}
        maxRows={20}
        spellCheck={!isMono}
        value={field.value}
        {...stateOf(field)}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </Frame>
  )
}

function Frame({ label, error, children }: Pick<CompactProps, 'label' | 'error'> & { children: ReactNode }) {
  return (
    <Field>
      <Label hidden>{label}</Label>
      {children}
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}

function stateOf({ error, describedBy, isInvalid = false }: CompactProps) {
  const described = describedBy === undefined ? {} : { 'aria-describedby': describedBy }
  return error === undefined && !isInvalid ? described : { ...described, validation: 'error' as const, 'aria-invalid': true }
}

const Area = styled(Textarea)<{ $isMono: boolean }>`
  ${({ $isMono, theme }) => $isMono && `&& { font-family: ${theme.fonts.mono}; font-size: 13px; }`}
`

const OneLine = styled(Input)`
  /* a filled-in day must not look like a placeholder */
  &&::-webkit-datetime-edit {
    color: ${palette.sand[1000]};
  }
`
