// The value of a condition or an action, entered as its kind wants it.
// Does not belong here: texts with placeholders (MessageTexts.tsx), which kind a value is of (definitions.ts).

import { isFindable } from '#features/named_records/public.ts'
import { RecordField } from './RecordField.tsx'
import type { RuleValue } from '../queries/rule_records.ts'
import { CheckboxGroup } from '#kit/fields.tsx'
import { CompactArea, CompactInput, CompactSelect } from '#kit/compact_fields.tsx'
import type { ValueChoice, ValueKind } from './definitions.ts'
import { listIn, textOf, textsOf } from './entries.ts'
import { TemplateArea } from './TemplateArea.tsx'

interface ValueFieldProps {
  label: string
  kind: ValueKind
  choices: readonly ValueChoice[]
  /** Where records are found that are too many to list. */
  collection: { collection_key: string; item_key: string } | undefined
  value: RuleValue
  isInvalid: boolean
  onChange: (value: RuleValue) => void
}

/** The field for a value; nothing where none is taken. */
export function ValueField({ label, kind, choices, collection, value, isInvalid, onChange }: ValueFieldProps) {
  const field = { label, value: textOf(value), isInvalid, onChange }
  if (kind === 'none') return null
  if (kind === 'choice') return <ChoiceField {...field} choices={choices} />
  if (kind === 'choices')
    return (
      <CheckboxGroup
        legend={label}
        name={label}
        choices={withUnknown(choices, textsOf(value))}
        values={textsOf(value)}
        onChange={onChange}
        isLong
      />
    )
  // of another kind: what was typed is gone
  if (kind === 'record' && collection !== undefined && isFindable(collection.collection_key))
    return <RecordField key={collection.collection_key} {...field} choices={choices} collection={collection.collection_key} />
  if (kind === 'date') return <CompactInput {...field} type="date" />
  if (kind === 'tags') return <CompactInput {...field} placeholder="Tags, with spaces between" />
  if (kind === 'long_text') return <TemplateArea {...field} />
  if (kind === 'other')
    return <CompactArea {...field} isMono value={formatValue(value)} onChange={(text) => onChange(listIn(text) ?? text)} />
  return <CompactInput {...field} />
}

interface ChoiceFieldProps {
  label: string
  choices: readonly ValueChoice[]
  value: string
  isInvalid: boolean
  onChange: (value: string) => void
}

function ChoiceField({ choices, ...field }: ChoiceFieldProps) {
  return <CompactSelect {...field} groups={[{ options: withUnknown(choices, [field.value]) }]} />
}

/** A chosen value that the definition does not list, such as the id of a deleted group, stays to be seen. */
export function withUnknown(choices: readonly ValueChoice[], chosen: readonly string[]): ValueChoice[] {
  const unknown = chosen.filter((one) => !choices.some(({ value }) => value === one))
  return [...unknown.map((value) => ({ value, label: value === '' ? 'Choose a value' : `${value} (not available)` })), ...choices]
}

/** Values whose parts the dashboard does not know are edited as JSON; a plain text stays one. */
function formatValue(value: RuleValue): string {
  return Array.isArray(value) ? JSON.stringify(value, null, 2) : textOf(value)
}
