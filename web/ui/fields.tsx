import { Field, Fieldset, Hint, Input, Label, Message, Radio, Textarea } from '@zendeskgarden/react-forms'
import type { ReactNode, Ref } from 'react'
import styled from 'styled-components'

interface TextFieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  /** What is wrong with the value; shown below the field and read with it. */
  error?: string | undefined
  type?: 'text' | 'email' | 'password' | 'url'
  autoComplete?: string
  isRequired?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One line of text with its label, hint and error. */
export function TextField({ label, hint, error, onChange, isRequired = false, ...input }: TextFieldProps) {
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Input {...input} {...validation(error)} aria-required={isRequired} onChange={(event) => onChange(event.target.value)} />
      {error && <Message validation="error">{error}</Message>}
    </Field>
  )
}

interface TextAreaProps extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'ref'> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A few lines of text with label, hint and error. */
export function TextArea({ label, hint, error, onChange, isRequired = false, ...area }: TextAreaProps) {
  return (
    <Field>
      <Label>{label}</Label>
      {hint && <Hint>{hint}</Hint>}
      <Textarea
        {...area}
        {...validation(error)}
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

interface RadioGroupProps<Value extends string> {
  legend: string
  name: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, all of them in sight. */
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

const Choices = styled.div`
  display: grid;
  gap: 8px;
  margin-top: 8px;
`

function validation(error: string | undefined) {
  return error === undefined ? {} : { validation: 'error' as const }
}
