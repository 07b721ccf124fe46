// What the tickets of a view are grouped by, and how they are sorted.

import type { ViewDefinitions } from '../queries/views.ts'
import type { Direction } from '../queries/rule_records.ts'
import { type Choice, SelectField } from '#kit/fields.tsx'
import styles from './OrderField.module.css'

interface OrderFieldProps {
  /** What it orders, and the name of its fields: "Group by", "group". */
  label: string
  name: string
  hint: string
  /** The columns that can be chosen. */
  definitions: ViewDefinitions['sortables']
  by: string
  order: Direction
  error: string | undefined
  onChange: (by: string, order: Direction) => void
}

const directions: readonly Choice<Direction>[] = [
  { value: 'asc', label: 'Ascending' },
  { value: 'desc', label: 'Descending' },
]

/** A column or none, and its direction. A column that is gone stays to be seen. */
export function OrderField({ label, name, hint, definitions, by, order, error, onChange }: OrderFieldProps) {
  const isKnown = by === '' || definitions.some(({ value }) => value === by)
  const choices = [
    { value: '', label: 'Nothing' },
    ...(isKnown ? [] : [{ value: by, label: `${by} (not available)` }]),
    ...definitions.map(({ value, title }) => ({ value, label: title })),
  ]
  return (
    <div className={styles.beside}>
      <SelectField
        label={label}
        name={`${name}_by`}
        hint={hint}
        choices={choices}
        value={by}
        error={error}
        onChange={(next) => onChange(next, order)}
      />
      {by !== '' && (
        <SelectField
          label={`${label}: direction`}
          name={`${name}_order`}
          choices={directions}
          value={order}
          onChange={(next) => onChange(by, next)}
        />
      )}
    </div>
  )
}
