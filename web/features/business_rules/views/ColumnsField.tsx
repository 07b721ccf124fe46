// The columns of a view, in their order.

import type { ViewDefinitions } from '../queries/views.ts'
import { moveEntry } from '#lib/positions.ts'
import { IconButton } from '#kit/Button.tsx'
import { CompactSelect } from '#kit/compact_fields.tsx'
import { DragArea, MoveHandle } from '#kit/MoveHandle.tsx'
import { RowList } from '#kit/RowList.tsx'
import { ScreenReaderOnly } from '#kit/text.tsx'
import { useMoved } from '#kit/use_moved.ts'
import styles from './ColumnsField.module.css'
import { type ColumnEntry, emptyColumn } from './view_draft.ts'

/** @source docs/reference/business_rules.md §5.5 */
const MAX_COLUMNS = 10

interface ColumnsFieldProps {
  definitions: ViewDefinitions['output']
  entries: readonly ColumnEntry[]
  problem: string | undefined
  onChange: (entries: readonly ColumnEntry[]) => void
}

/** A line for each column, which is chosen, moved and removed there. */
export function ColumnsField({ definitions, entries, problem, onChange }: ColumnsFieldProps) {
  const { area, said, setMoved } = useMoved(entries.map(({ key }) => key))
  const titleOf = (name: string) => definitions.find(({ value }) => value === name)?.title ?? name
  const move = (from: number, to: number) => {
    const entry = entries[from]
    if (entry === undefined) return
    const isPossible = to >= 0 && to < entries.length
    const title = titleOf(entry.name)
    setMoved({ id: entry.key, said: isPossible ? `${title} is now column ${to + 1} of ${entries.length}` : `${title} cannot go further` })
    if (isPossible) onChange(moveEntry(entries, from, to))
  }
  return (
    <DragArea ref={area}>
      <RowList
        legend="Columns"
        hint={`What is shown of each ticket, from the left to the right. At most ${MAX_COLUMNS}.`}
        addLabel="Add column"
        most={MAX_COLUMNS}
        entries={entries}
        problem={problem}
        empty={emptyColumn}
        onChange={onChange}
        render={(entry, index, acts) => (
          <div role="group" className={styles.row} aria-label={`Column ${index + 1}`}>
            <MoveHandle
              label={`Move column ${index + 1}`}
              onStep={(by) => move(index, index + by)}
              onDrop={(target) => move(index, target)}
            />
            <CompactSelect
              label={`Field of column ${index + 1}`}
              groups={[{ options: optionsOf(definitions, entries, entry) }]}
              value={entry.name}
              onChange={(name) => acts.onChange({ ...entry, name })}
            />
            <IconButton label={`Remove column ${index + 1}`} icon="cross" onClick={acts.onRemove} />
          </div>
        )}
      />
      <ScreenReaderOnly role="status">{said}</ScreenReaderOnly>
    </DragArea>
  )
}

/** What a line can be: none of what the others are. */
function optionsOf(definitions: ViewDefinitions['output'], entries: readonly ColumnEntry[], { name }: ColumnEntry) {
  const taken = new Set(entries.map((entry) => entry.name))
  const free = definitions.filter(({ value }) => value === name || !taken.has(value))
  const options = free.map(({ value, title }) => ({ value, label: title }))
  if (options.some(({ value }) => value === name)) return options
  return [{ value: name, label: name === '' ? 'Choose a column' : `${name} (not available)` }, ...options]
}
