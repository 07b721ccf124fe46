// The actions of a rule, in the order in which they are done.

import type { ActionDefinition, RuleValue } from '../queries/rule_records.ts'
import { isList } from '#lib/objects.ts'
import { FieldRow } from '#kit/FieldRow.tsx'
import { RowList } from '#kit/RowList.tsx'
import { actionKind, choicesOf, noteOn, type ValueKind } from './definitions.ts'
import { type ActionEntry, actionOn, emptyAction } from './entries.ts'
import { FieldSelect } from './FieldSelect.tsx'
import { MessageTexts } from './MessageTexts.tsx'
import { ValueField } from './ValueField.tsx'

interface ActionRowsProps {
  definitions: readonly ActionDefinition[]
  entries: readonly ActionEntry[]
  /** What follows when an action names what is gone. */
  broken: string
  problem?: string | undefined
  /** By the key of the entry. */
  problems: ReadonlyMap<number, string>
  onChange: (entries: readonly ActionEntry[]) => void
}

/** A list of actions, each with its value. */
export function ActionRows({ definitions, entries, broken, problem, problems, onChange }: ActionRowsProps) {
  const bySubject = new Map(definitions.map((definition) => [definition.subject, definition]))
  return (
    <RowList
      legend="Actions"
      hint="What is done, in this order. Each sees what those before it changed."
      addLabel="Add action"
      entries={entries}
      problem={problem}
      empty={emptyAction}
      onChange={onChange}
      render={(entry, index, acts) => (
        <ActionRow
          label={`Action ${index + 1}`}
          entry={entry}
          definitions={definitions}
          definition={bySubject.get(entry.field)}
          problem={problems.get(entry.key)}
          broken={broken}
          {...acts}
        />
      )}
    />
  )
}

/** Values that consist of a recipient or a channel, and a text. */
const MESSAGES: readonly ValueKind[] = ['mail', 'message', 'call', 'comment']

/** The parts of a value; a comment without a channel is for all of them. */
function partsOf({ value }: ActionEntry, kind: ValueKind | undefined): readonly RuleValue[] {
  if (isList(value)) return value
  return kind === 'comment' ? ['channel:all', value] : [value]
}

interface ActionRowProps {
  label: string
  entry: ActionEntry
  definitions: readonly ActionDefinition[]
  definition: ActionDefinition | undefined
  problem: string | undefined
  broken: string
  onChange: (entry: ActionEntry) => void
  onRemove: () => void
}

function ActionRow({ label, entry, definitions, definition, problem, broken, onChange, onRemove }: ActionRowProps) {
  const isInvalid = problem !== undefined
  const kind = definition && actionKind(definition)
  const choose = (field: string) => {
    const chosen = definitions.find(({ subject }) => subject === field)
    onChange(chosen === undefined ? { ...entry, field, value: '' } : { key: entry.key, ...actionOn(chosen) })
  }
  const parts = partsOf(entry, kind)
  const isMessage = kind !== undefined && MESSAGES.includes(kind)
  const value = {
    label: `Value of ${label.toLowerCase()}`,
    choices: definition === undefined ? [] : choicesOf(definition),
    collection: definition?.metadata,
    isInvalid,
  }
  const isTall = kind === 'long_text' || kind === 'other'
  return (
    <FieldRow
      label={label}
      problem={problem}
      note={noteOn(entry, definition, broken)}
      onRemove={onRemove}
      below={
        isMessage ? (
          <MessageTexts label={label} kind={kind} value={parts} onChange={(texts) => onChange({ ...entry, value: texts })} />
        ) : kind !== undefined && isTall ? (
          <ValueField {...value} kind={kind} value={entry.value} onChange={(text) => onChange({ ...entry, value: text })} />
        ) : undefined
      }
    >
      <FieldSelect
        label={`Kind of ${label.toLowerCase()}`}
        prompt="Choose an action"
        definitions={definitions}
        value={entry.field}
        isInvalid={isInvalid}
        onChange={choose}
      />
      {kind !== undefined && !isTall && (
        <ValueField
          {...value}
          kind={isMessage ? (definition?.metadata === undefined ? 'choice' : 'record') : kind}
          value={isMessage ? (parts[0] ?? '') : entry.value}
          onChange={(chosen) => onChange({ ...entry, value: isMessage ? [chosen, ...parts.slice(1)] : chosen })}
        />
      )}
    </FieldRow>
  )
}
