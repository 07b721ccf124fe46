import { Checkbox, Field, Fieldset, Hint, Input, Label, Message, Radio, Select, Textarea } from '@zendeskgarden/react-forms'
import type { ReactNode, Ref } from 'react'
import styled from 'styled-components'
import { HiddenInput } from './HiddenInput.tsx'
import { palette } from './palette.ts'

interface TextFieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  /** The error of the value; shown below the field and announced with it. */
  error?: string | undefined
  type?: 'text' | 'email' | 'password' | 'url' | 'number'
  autoComplete?: string
  isRequired?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A one-line text field with label, hint and error. A password is masked until the user reveals it. */
export function TextField({ label, hint, error, onChange, isRequired = false, type = 'text', ...rest }: TextFieldProps) {
  const input = { ...rest, ...makeValidation(error), 'aria-required': isRequired }
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      {type === 'password' ? (
        <HiddenInput {...input} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input {...input} type={type} onChange={(event) => onChange(event.target.value)} />
      )}
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}

interface TextAreaProps extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'ref'> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A multi-line text field with label, hint and error. */
export function TextArea({ label, hint, error, onChange, isRequired = false, ...area }: TextAreaProps) {
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Textarea
        {...area}
        {...makeValidation(error)}
        minRows={2}
        aria-required={isRequired}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}

export interface Choice<Value extends string> {
  value: Value
  label: string
  hint?: string
}

interface SelectFieldProps<Value extends string> {
  label: string
  name: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly Choice<Value>[]
  hint?: ReactNode
  error?: string | undefined
}

/** Selects one option from a drop-down list. */
export function SelectField<Value extends string>({ label, hint, error, choices, onChange, ...select }: SelectFieldProps<Value>) {
  const choose = (text: string) => {
    const chosen = choices.find(({ value }) => value === text)
    if (chosen !== undefined) onChange(chosen.value)
  }
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Select {...select} {...makeValidation(error)} onChange={(event) => choose(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}

interface RadioGroupProps<Value extends string> {
  legend: string
  name: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Selects one of a few options, all of them visible. */
export function RadioGroup<Value extends string>({ legend, name, choices, value, onChange }: RadioGroupProps<Value>) {
  return (
    <Fieldset>
      <Fieldset.Legend>{legend}</Fieldset.Legend>
      <Choices>
        {choices.map((choice) => (
          <Field key={choice.value}>
            <Radio name={name} value={choice.value} checked={choice.value === value} onChange={() => onChange(choice.value)}>
              <Label isRegular>{choice.label}</Label>
              {choice.hint && <Hint>{choice.hint}</Hint>}
            </Radio>
          </Field>
        ))}
      </Choices>
    </Fieldset>
  )
}

interface CheckboxGroupProps<Value extends string> {
  legend: string
  name: string
  choices: readonly Choice<Value>[]
  values: readonly Value[]
  onChange: (values: readonly Value[]) => void
  error?: string | undefined
  /** For many options: the list scrolls. */
  isLong?: boolean
}

/** Selects any number of options, all of them visible unless `isLong`. */
export function CheckboxGroup<Value extends string>({
  legend,
  name,
  choices,
  values,
  onChange,
  error,
  isLong = false,
}: CheckboxGroupProps<Value>) {
  const toggleValue = (value: Value) => (values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
  return (
    <Fieldset>
      <Fieldset.Legend>{legend}</Fieldset.Legend>
      <Choices $isLong={isLong}>
        {choices.map((choice) => (
          <Field key={choice.value}>
            <Checkbox
              name={name}
              value={choice.value}
              checked={values.includes(choice.value)}
              aria-invalid={error !== undefined}
              onChange={() => onChange(toggleValue(choice.value))}
            >
              <Label isRegular>{choice.label}</Label>
              {choice.hint && <Hint>{choice.hint}</Hint>}
            </Checkbox>
          </Field>
        ))}
      </Choices>
      {error && <Problem role="alert">{error}</Problem>}
    </Fieldset>
  )
}

const Choices = styled.div<{ $isLong?: boolean }>`
  display: grid;
  gap: 8px;
  margin-top: 8px;
  /* the corner radius of a field would make a box this small a circle, like a radio button */
  input[type='checkbox'] ~ label::before {
    border-radius: 4px;
  }
  ${({ $isLong }) => $isLong && 'max-height: 260px; padding: 2px; overflow: auto; overflow-wrap: anywhere;'}
`

/** A set of fields has no size of text by itself. */
const Problem = styled.p`
  margin-top: 8px;
  color: ${palette.brick[700]};
  font-size: 14px;
  line-height: 20px;
`

function makeValidation(error: string | undefined) {
  return error === undefined ? {} : { validation: 'error' as const }
}
