// The targets of a policy: how long each metric may take, by priority.
// Does not belong here: how times are read and written (targets.ts).

import { Caption } from '#kit/Caption.tsx'
import { CompactInput, CompactSelect } from '#kit/compact_fields.tsx'
import { FieldGroup } from '#kit/FieldGroup.tsx'
import { Ruled } from '#kit/Ruled.tsx'
import { SecondLine, Strong } from '#kit/text.tsx'
import type { PolicyKind } from './queries.ts'
import { policyKinds } from './kinds.ts'
import { cellOf, entryAt, priorities, type TargetEntry, type TargetTable } from './targets.ts'
import styles from './TargetsTable.module.css'

interface TargetsTableProps {
  kind: PolicyKind
  table: TargetTable
  /** Why the server refused a target, by its cell. */
  problems: ReadonlyMap<string, string>
  onChange: (table: TargetTable) => void
}

/** A line for each metric, with a target for each priority. Narrow, the targets are below each other. */
export function TargetsTable({ kind, table, problems, onChange }: TargetsTableProps) {
  return (
    <FieldGroup
      legend="Targets"
      hint="Times such as 8h, 45m or 1h 30m, in all hours of the calendar or in the business hours of the ticket’s schedule. What has no time is not measured. Tickets without a priority have no targets."
    >
      <div className={styles.container}>
        <Ruled>
          <div aria-hidden className={styles.heads}>
            <span />
            {priorities.map(({ value, title }) => (
              <Caption key={value}>{title}</Caption>
            ))}
          </div>
          {policyKinds[kind].metrics.map(({ value: metric, title, about }) => (
            <div key={metric} role="group" className={styles.line} aria-label={title}>
              <div>
                <Strong>{title}</Strong>
                <SecondLine>{about}</SecondLine>
              </div>
              {priorities.map(({ value: priority, title: priorityTitle }) => {
                const cell = cellOf(metric, priority)
                return (
                  <Target
                    key={cell}
                    label={`${title}, ${priority}`}
                    priority={priorityTitle}
                    entry={entryAt(table, cell)}
                    problem={problems.get(cell)}
                    onChange={(entry) => onChange({ ...table, [cell]: entry })}
                  />
                )
              })}
            </div>
          ))}
        </Ruled>
      </div>
    </FieldGroup>
  )
}

interface TargetProps {
  label: string
  priority: string
  entry: TargetEntry
  problem: string | undefined
  onChange: (entry: TargetEntry) => void
}

const hours = [{ options: ['Calendar', 'Business'].map((value) => ({ value, label: value })) }]

function Target({ label, priority, entry, problem, onChange }: TargetProps) {
  return (
    <div className={styles.cell}>
      <Caption aria-hidden className={styles.priority}>
        {priority}
      </Caption>
      <CompactInput label={label} value={entry.time} error={problem} onChange={(time) => onChange({ ...entry, time })} />
      {entry.time.trim() !== '' && (
        <CompactSelect
          label={`Hours of ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
          groups={hours}
          value={entry.business_hours ? 'Business' : 'Calendar'}
          onChange={(value) => onChange({ ...entry, business_hours: value === 'Business' })}
        />
      )}
    </div>
  )
}
