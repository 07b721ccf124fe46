import type { ReactNode, Ref } from 'react'
import { ChoiceField } from './ChoiceField.tsx'
import styles from './control.module.css'
import { joinClasses } from './element.ts'
import { Field } from './Field.tsx'
import { HiddenInput } from './HiddenInput.tsx'

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
  const input = { ...rest, 'aria-required': isRequired }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) =>
        type === 'password' ? (
          <HiddenInput {...control} {...input} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input {...control} {...input} className={styles.control} type={type} onChange={(event) => onChange(event.target.value)} />
        )
      }
    </Field>
  )
}

interface TextAreaProps extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'ref'> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A multi-line text field with label, hint and error; it grows with its text. */
export function TextArea({ label, hint, error, onChange, isRequired = false, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          {...area}
          className={styles.area}
          rows={2}
          aria-required={isRequired}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
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
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} {...select} className={styles.select} onChange={(event) => choose(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
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
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <ChoiceField
            key={choice.value}
            type="radio"
            name={name}
            {...choice}
            isChosen={choice.value === value}
            onChoose={() => onChange(choice.value)}
          />
        ))}
      </div>
    </fieldset>
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
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, name, choices, values, onChange, error, isLong = false } = props
  const toggleValue = (value: Value) => (values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={joinClasses(styles.choices, isLong && styles.long)}>
        {choices.map((choice) => (
          <ChoiceField
            key={choice.value}
            type="checkbox"
            name={name}
            {...choice}
            isChosen={values.includes(choice.value)}
            isInvalid={error !== undefined}
            onChoose={() => onChange(toggleValue(choice.value))}
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
