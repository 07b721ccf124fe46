// The targets of a policy: how long each metric may take, by priority.
// Does not belong here: how times are read and written (targets.ts).

import styled from 'styled-components'
import { CompactInput, CompactSelect } from '../ui/compact_fields.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { palette } from '../ui/palette.ts'
import { SecondLine, Strong } from '../ui/text.tsx'
import type { PolicyKind } from '../api/policies.ts'
import { policyKinds } from './kinds.ts'
import { cellOf, entryAt, priorities, type TargetEntry, type TargetTable } from './targets.ts'

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
      <Table>
        <Heads aria-hidden>
          <span />
          {priorities.map(({ value, title }) => (
            <span key={value}>{title}</span>
          ))}
        </Heads>
        {policyKinds[kind].metrics.map(({ value: metric, title, about }) => (
          <Line key={metric} role="group" aria-label={title}>
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
          </Line>
        ))}
      </Table>
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
    <Cell>
      <Priority aria-hidden>{priority}</Priority>
      <CompactInput label={label} value={entry.time} error={problem} onChange={(time) => onChange({ ...entry, time })} />
      {entry.time.trim() !== '' && (
        <CompactSelect
          label={`Hours of ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
          groups={hours}
          value={entry.business_hours ? 'Business' : 'Calendar'}
          onChange={(value) => onChange({ ...entry, business_hours: value === 'Business' })}
        />
      )}
    </Cell>
  )
}

/** Below this width the targets of a metric are not beside its name. */
const beside = '@container targets (min-width: 760px)'
const columns = 'minmax(0, 1.3fr) repeat(4, minmax(0, 1fr))'

const Table = styled.div`
  container: targets / inline-size;
`

const Heads = styled.div`
  display: none;
  padding-bottom: 8px;
  color: ${palette.sand[700]};
  font-size: 13px;
  font-weight: 600;
  ${beside} {
    display: grid;
    grid-template-columns: ${columns};
    gap: 0 16px;
  }
`

const Line = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 140px), 1fr));
  gap: 12px;
  align-items: start;
  padding: 16px 0;
  border-top: 1px solid ${palette.sand[200]};
  > :first-child {
    grid-column: 1 / -1;
  }
  ${beside} {
    grid-template-columns: ${columns};
    gap: 0 16px;
    padding: 12px 0;
    > :first-child {
      grid-column: auto;
    }
  }
`

const Cell = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
`

const Priority = styled.div`
  color: ${palette.sand[700]};
  font-size: 13px;
  ${beside} {
    display: none;
  }
`
