// The conditions of a rule: all of some, and at least one of others.

import type { ConditionDefinition } from '../queries/rule_records.ts'
import { CompactSelect } from '#kit/compact_fields.tsx'
import { FieldRow } from '#kit/FieldRow.tsx'
import { RowList } from '#kit/RowList.tsx'
import { choicesOf, conditionKind, noteOn } from './definitions.ts'
import { type ConditionEntry, conditionOn, emptyCondition, withOperator } from './entries.ts'
import { FieldSelect } from './FieldSelect.tsx'
import { ValueField } from './ValueField.tsx'

interface ConditionRowsProps {
  legend: string
  hint: string
  definitions: readonly ConditionDefinition[]
  entries: readonly ConditionEntry[]
  /** What follows when a condition names what is gone, if it is not that the rule is skipped. */
  broken?: string
  problem?: string | undefined
  /** By the key of the entry. */
  problems: ReadonlyMap<number, string>
  onChange: (entries: readonly ConditionEntry[]) => void
}

/** A list of conditions, each with its field, operator and value. */
export function ConditionRows({ legend, hint, definitions, entries, broken, problem, problems, onChange }: ConditionRowsProps) {
  const bySubject = new Map(definitions.map((definition) => [definition.subject, definition]))
  return (
    <RowList
      legend={legend}
      hint={hint}
      addLabel="Add condition"
      entries={entries}
      problem={problem}
      empty={emptyCondition}
      onChange={onChange}
      render={(entry, index, acts) => (
        <ConditionRow
          label={`Condition ${index + 1}`}
          entry={entry}
          definitions={definitions}
          definition={bySubject.get(entry.field)}
          broken={broken}
          problem={problems.get(entry.key)}
          {...acts}
        />
      )}
    />
  )
}

interface ConditionRowProps {
  label: string
  entry: ConditionEntry
  definitions: readonly ConditionDefinition[]
  definition: ConditionDefinition | undefined
  broken: string | undefined
  problem: string | undefined
  onChange: (entry: ConditionEntry) => void
  onRemove: () => void
}

function ConditionRow({ label, entry, definitions, definition, broken, problem, onChange, onRemove }: ConditionRowProps) {
  const isInvalid = problem !== undefined
  const choose = (field: string) => {
    const chosen = definitions.find(({ subject }) => subject === field)
    onChange(chosen === undefined ? { ...entry, field, operator: '', value: '' } : { key: entry.key, ...conditionOn(chosen) })
  }
  return (
    <FieldRow label={label} problem={problem} note={noteOn(entry, definition, broken)} onRemove={onRemove} hasOperator>
      <FieldSelect
        label={`Field of ${label.toLowerCase()}`}
        prompt="Choose a field"
        definitions={definitions}
        value={entry.field}
        isInvalid={isInvalid}
        onChange={choose}
      />
      {definition !== undefined && (
        <>
          <Operator label={label} entry={entry} definition={definition} onChange={onChange} />
          <ValueField
            label={`Value of ${label.toLowerCase()}`}
            kind={conditionKind(definition, entry.operator)}
            choices={choicesOf(definition)}
            collection={definition.metadata}
            value={entry.value}
            isInvalid={isInvalid}
            onChange={(value) => onChange({ ...entry, value })}
          />
        </>
      )}
    </FieldRow>
  )
}

interface OperatorProps {
  label: string
  entry: ConditionEntry
  definition: ConditionDefinition
  onChange: (entry: ConditionEntry) => void
}

function Operator({ label, entry, definition, onChange }: OperatorProps) {
  const known = definition.operators.map(({ value, title }) => ({ value, label: title }))
  const isKnown = known.some(({ value }) => value === entry.operator)
  return (
    <CompactSelect
      label={`Operator of ${label.toLowerCase()}`}
      groups={[{ options: isKnown ? known : [{ value: entry.operator, label: `${entry.operator} (not available)` }, ...known] }]}
      value={entry.operator}
      onChange={(operator) => onChange(withOperator(entry, operator, definition))}
    />
  )
}
