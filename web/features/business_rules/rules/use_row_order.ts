import { reportError } from '#features/common/public.ts'
import { useMoved } from '#kit/use_moved.ts'

interface Row {
  readonly id: number | string
  readonly title: string
}

interface RowOrderProps<Entry extends Row> {
  /** The rows of the page, in their order. */
  rows: readonly Entry[]
  /** Sends a row to the place of another one. */
  move: (row: Entry, target: Entry) => Promise<void>
  /** The rows that have an order among them, if the page has several such groups. */
  groupOf?: (row: Entry) => readonly Entry[]
}

/** Moves rows of a page. Afterwards the handle of the moved one has the focus again, and its place is announced. */
export function useRowOrder<Entry extends Row>({ rows, move, groupOf = () => rows }: RowOrderProps<Entry>) {
  const { area, said, setMoved } = useMoved(rows.map(({ id }) => id))
  const go = (row: Entry, target: Entry | undefined) => {
    const group = groupOf(row)
    const place = target === undefined ? -1 : group.indexOf(target)
    if (target === undefined || place < 0) return setMoved({ id: row.id, said: `${row.title} cannot go further here` })
    setMoved({ id: row.id, said: `${row.title} is now number ${place + 1} of ${group.length}` })
    void move(row, target).catch(reportError)
  }
  return {
    area,
    said,
    step: (row: Entry, by: -1 | 1) => go(row, rows[rows.indexOf(row) + by]),
    drop: (row: Entry, index: number) => go(row, rows[index]),
  }
}
