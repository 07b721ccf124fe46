import { memo, type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import control from '../control.module.css'
import { joinClasses } from '../element.ts'
import styles from './Grid.module.css'
import type { GridEntry, GridStore, RowId } from './store.ts'

export interface GridColumn<Entry> {
  title: string
  /** The title is for screen readers only. */
  isTitleHidden?: boolean
  /** A track of a CSS grid, such as `92px` or `minmax(180px, 1fr)`. */
  width: string
  isAtEnd?: boolean
  /** Not shown in windows below 1024 px. */
  isExtra?: boolean
  /** Where it is on a phone, on which a row has two lines; one without a place is not shown there. */
  place?: 'mark' | 'title' | 'end' | 'below' | 'endBelow'
  render(this: void, entry: Entry): ReactNode
}

interface GridRowProps<Entry extends GridEntry> {
  id: RowId
  store: GridStore<Entry>
  columns: readonly GridColumn<Entry>[]
  /** The index of its line. */
  line: number
  top: number
  height: number
  nameOf(this: void, entry: Entry): string
}

/** What can have the focus within a row. */
export const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'

/** A row: it is drawn again if its entry, its place or its own state changes, and gets nothing of the others. */
export const GridRow = memo(drawRow)

function drawRow<Entry extends GridEntry>({ id, store, columns, line, top, height, nameOf }: GridRowProps<Entry>) {
  const row = useRef<HTMLDivElement>(null)
  const { entry, isCurrent, isSelected } = useSyncExternalStore(store.subscribe, () => store.getRow(id))
  // Tab leaves the grid; Left and Right reach the controls
  useLayoutEffect(() => {
    for (const one of row.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? []) one.tabIndex = -1
  })
  const select = (isExtending: boolean) => (isExtending ? store.moveTo(store.indexOf(id), true) : store.toggle(id))
  return (
    <div
      ref={row}
      role="row"
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, height }}
      aria-rowindex={line + 2}
      aria-selected={isSelected}
      aria-busy={entry === undefined || undefined}
      tabIndex={isCurrent ? 0 : -1}
      data-line={line}
    >
      <div role="gridcell">
        <label className={styles.check}>
          <input
            type="checkbox"
            className={joinClasses(control.tick)}
            aria-label={entry === undefined ? 'Select' : `Select ${nameOf(entry)}`}
            checked={isSelected}
            onChange={({ nativeEvent }) => select(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </label>
      </div>
      <RowCells entry={entry} columns={columns} />
    </div>
  )
}

/** The cells are drawn again only if the entry changes, not for the focus or a row inserted above. */
const RowCells = memo(drawCells)

function drawCells<Entry>({ entry, columns }: { entry: Entry | undefined; columns: readonly GridColumn<Entry>[] }) {
  return columns.map((column) => (
    <div key={column.title} role="gridcell" className={styles.cell} {...attributesOf(column)}>
      {entry !== undefined && column.render(entry)}
    </div>
  ))
}

/** The titles of the columns; on a phone for screen readers only. */
export function GridHead<Entry>({ columns }: { columns: readonly GridColumn<Entry>[] }) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1}>
        <div role="columnheader">
          <span className={styles.hidden}>Select</span>
        </div>
        {columns.map((column) => (
          <div key={column.title} role="columnheader" {...attributesOf(column)}>
            <span className={column.isTitleHidden ? styles.hidden : undefined}>{column.title}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

function attributesOf({ isAtEnd, isExtra, place }: GridColumn<never>) {
  return { 'data-at-end': isAtEnd || undefined, 'data-extra': isExtra || undefined, 'data-place': place }
}
