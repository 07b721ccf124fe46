// Fields in the rows of an editor: their labels are for screen readers, since the row says what they mean.

import type { Ref } from 'react'
import styles from './control.module.css'
import { joinClasses } from './element.ts'
import { Field } from './Field.tsx'

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
export function CompactSelect({
  groups,
  ref,
  value,
  onChange,
  ...field
}: CompactProps & { groups: readonly OptionGroup[]; ref?: Ref<HTMLSelectElement> }) {
  return (
    <Field {...field} isLabelHidden>
      {(control) => (
        <select {...control} ref={ref} className={styles.select} value={value} onChange={(event) => onChange(event.target.value)}>
          {groups.map(({ title, options }) =>
            title === undefined ? (
              <Options key="" options={options} />
            ) : (
              <optgroup key={title} label={title}>
                <Options options={options} />
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
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
  ref?: Ref<HTMLInputElement>
}

/** A text of one line. */
export function CompactInput({ type = 'text', placeholder, ref, value, onChange, ...field }: CompactInputProps) {
  return (
    <Field {...field} isLabelHidden>
      {(control) => (
        <input
          {...control}
          ref={ref}
          className={styles.control}
          type={type}
          autoComplete="off"
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A text of several lines, which grows with it; `isMono` for code. */
export function CompactArea({
  isMono = false,
  ref,
  value,
  onChange,
  ...field
}: CompactProps & { isMono?: boolean; ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field {...field} isLabelHidden>
      {(control) => (
        <textarea
          {...control}
          ref={ref}
          className={joinClasses(styles.area, isMono && styles.mono)}
          rows={isMono ? 6 : 4}
          spellCheck={!isMono}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
