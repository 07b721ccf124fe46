import type { Ref } from 'react'
import { CompactSelect } from '#kit/compact_fields.tsx'
import { type Definition, groupsOf, titleOf } from './definitions.ts'

interface FieldSelectProps {
  label: string
  /** What is shown while nothing is chosen. */
  prompt: string
  definitions: readonly Definition[]
  value: string
  isInvalid: boolean
  onChange: (field: string) => void
  ref?: Ref<HTMLSelectElement>
}

/** Chooses the field of a condition or an action, in the groups of the definitions. A field that is gone stays until another is chosen. */
export function FieldSelect({ prompt, definitions, value, ...select }: FieldSelectProps) {
  const isKnown = value === '' || definitions.some(({ subject }) => subject === value)
  const groups = groupsOf(definitions).map(({ title, definitions: members }) => ({
    title,
    options: members.map((definition) => ({ value: definition.subject, label: titleOf(definition) })),
  }))
  const first = [{ value: '', label: prompt }, ...(isKnown ? [] : [{ value, label: `${value} (not available)` }])]
  return <CompactSelect {...select} value={value} groups={[{ options: first }, ...groups]} />
}
