import { Pager } from './Pager.tsx'
import { servedPage } from './pages.ts'
import { PlainTable } from './PlainTable.tsx'
import type { PlainTableProps } from './PlainTable.tsx'

interface ServedTableProps<Entry> extends PlainTableProps<Entry> {
  /** 1 is the first page. */
  page: number
  /** How many there are on all pages. */
  total: number
  /** How many the server puts on a page. */
  size: number
  onPage: (page: number) => void
}

/** Shows the page of a long list that the server has cut out, and turns it. */
export function ServedTable<Entry>({ entries, page, total, size, onPage, ...table }: ServedTableProps<Entry>) {
  const shown = servedPage(entries, page, total, size)
  return (
    <>
      <PlainTable {...table} entries={shown.entries} />
      {shown.page_count > 1 && <Pager {...shown} onPage={onPage} />}
    </>
  )
}
