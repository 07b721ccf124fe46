// A list of records: columns, a menu at the right end of each row, pages of 50. On narrow screens each row is a card.
// Does not belong here: loading the records, the acts in the menu.

import { RowMenu } from '../RowMenu.tsx'
import type { RowAction } from '../RowMenu.tsx'
import { Pager } from './Pager.tsx'
import { pageOf } from './pages.ts'
import { PlainTable } from './PlainTable.tsx'
import type { PlainTableProps } from './PlainTable.tsx'

export interface DataTableProps<Entry> extends PlainTableProps<Entry> {
  nameOf: (entry: Entry) => string
  actionsOf: (entry: Entry) => readonly RowAction[]
  /** 1 is the first page. */
  page: number
  onPage: (page: number) => void
}

/** Shows one page of the records. */
export function DataTable<Entry>({ entries, nameOf, actionsOf, page, onPage, ...table }: DataTableProps<Entry>) {
  const shown = pageOf(entries, page)
  return (
    <div>
      <PlainTable
        {...table}
        entries={shown.entries}
        menuOf={(entry) => <RowMenu label={`Actions for ${nameOf(entry)}`} actions={actionsOf(entry)} />}
      />
      {shown.page_count > 1 && <Pager {...shown} onPage={onPage} />}
    </div>
  )
}
