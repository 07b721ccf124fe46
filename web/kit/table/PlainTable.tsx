// A list without pages, such as the callers of a token; the other tables build on it. If the columns do not fit, each row is a card.

import type { ReactNode } from 'react'
import hidden from '../hidden.module.css'
import { ScreenReaderOnly } from '../text.tsx'
import { useIsNarrower } from '../use_width.ts'
import { HeadCell } from './HeadCell.tsx'
import styles from './PlainTable.module.css'
import { MENU_WIDTH, computeMinWidth } from './widths.ts'

export interface Column<Entry> {
  title: string
  /** A CSS width; the columns without one share the rest. */
  width?: string
  render: (entry: Entry) => ReactNode
}

export interface PlainTableProps<Entry, Col extends Column<Entry> = Column<Entry>> {
  /** The accessible name. */
  label: string
  entries: readonly Entry[]
  columns: readonly Col[]
  keyOf: (entry: Entry) => string | number
}

interface Extras<Entry, Col extends Column<Entry>> {
  /** Renders the header cell of a column, if it is more than its title. */
  headOf?: (column: Col) => ReactNode
  /** Renders the menu at the right end of a row. */
  menuOf?: (entry: Entry) => ReactNode
}

/** Shows all of the records, in the order they are given. The explicit roles hold where the parts are not laid out as a table. */
export function PlainTable<Entry, Col extends Column<Entry> = Column<Entry>>(props: PlainTableProps<Entry, Col> & Extras<Entry, Col>) {
  const { label, entries, columns, keyOf, headOf = titleOf, menuOf } = props
  const hasMenu = menuOf !== undefined
  const [container, hasCards] = useIsNarrower<HTMLDivElement>(computeMinWidth(columns, hasMenu))
  return (
    <div ref={container} className={styles.container}>
      <table className={styles.table} role="table" aria-label={label} data-cards={hasCards || undefined}>
        <thead className={hasCards ? hidden.visuallyHidden : undefined} role="rowgroup">
          <tr role="row">
            {columns.map((column) => headOf(column))}
            {hasMenu && (
              <HeadCell width={`${MENU_WIDTH}px`}>
                <ScreenReaderOnly>Actions</ScreenReaderOnly>
              </HeadCell>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries.map((entry) => (
            <tr key={keyOf(entry)} className={styles.row} role="row">
              {columns.map(({ title, render }) => (
                <td key={title} className={styles.cell} role="cell" data-title={title}>
                  {render(entry)}
                </td>
              ))}
              {hasMenu && (
                <td className={styles.menu} role="cell">
                  {menuOf(entry)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A header cell with just the title. */
export function titleOf({ title, width }: Pick<Column<never>, 'title' | 'width'>): ReactNode {
  return (
    <HeadCell key={title} width={width}>
      {title}
    </HeadCell>
  )
}
