// A list whose columns the server can sort: column headers are buttons. If the columns do not fit, each row is a card.
// Does not belong here: the sorting itself, pages.

import { HeadCell } from './HeadCell.tsx'
import { PlainTable, titleOf } from './PlainTable.tsx'
import type { Column, PlainTableProps } from './PlainTable.tsx'
import styles from './SortableTable.module.css'

/** `sort` is the API's name for the order of a column; a column without it cannot be sorted. */
export interface SortableColumn<Entry> extends Column<Entry> {
  sort?: string
}

interface SortableTableProps<Entry> extends PlainTableProps<Entry, SortableColumn<Entry>> {
  /** `calls`, or `-calls` for the largest first. */
  sort: string
  onSort: (sort: string) => void
}

/** Shows all of the records, in the order they are given. */
export function SortableTable<Entry>({ sort, onSort, ...table }: SortableTableProps<Entry>) {
  return <PlainTable {...table} headOf={(column) => <SortCell key={column.title} column={column} sort={sort} onSort={onSort} />} />
}

type SortCellProps<Entry> = Pick<SortableTableProps<Entry>, 'sort' | 'onSort'> & { column: SortableColumn<Entry> }

/** The first click sorts descending, the second ascending. */
function SortCell<Entry>({ column, sort, onSort }: SortCellProps<Entry>) {
  const { title, width, sort: name } = column
  if (name === undefined) return titleOf(column)
  const isDescending = sort === `-${name}`
  const isSorted = isDescending || sort === name
  return (
    <HeadCell width={width} sorted={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button className={styles.button} type="button" onClick={() => onSort(isDescending ? name : `-${name}`)}>
        {title}
        {isSorted && <Arrow points={isDescending ? '0,2 10,2 5,9' : '0,8 10,8 5,1'} />}
      </button>
      <span className={styles.title}>{title}</span>
    </HeadCell>
  )
}

/** The direction of the sorted column; screen readers get it from `aria-sort`. */
function Arrow({ points }: { points: string }) {
  return (
    <svg width="8" height="8" viewBox="0 0 10 10" aria-hidden="true">
      <polygon points={points} fill="currentColor" />
    </svg>
  )
}
