import { Pager } from './Pager.tsx'
import { makeServedPage } from './pages.ts'
import { PlainTable } from './PlainTable.tsx'
import type { PlainTableProps } from './PlainTable.tsx'

interface ServedTableProps<Entry> extends PlainTableProps<Entry> {
  /** 1 is the first page. */
  page: number
  /** The number of records on all pages. */
  total: number
  /** The number of records per page. */
  size: number
  onPage: (page: number) => void
}

/** Shows one page of a list that the server paginates, with a pager. */
export function ServedTable<Entry>({ entries, page, total, size, onPage, ...table }: ServedTableProps<Entry>) {
  const shown = makeServedPage(entries, page, total, size)
  return (
    <>
      <PlainTable {...table} entries={shown.entries} />
      {shown.page_count > 1 && <Pager {...shown} onPage={onPage} />}
    </>
  )
}
