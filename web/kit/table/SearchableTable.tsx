// A list that is loaded completely: its search field, its filters, and one page of the matches.
// Does not belong here: matching (search.ts and the filters of each list).

import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Card, Toolbar } from '../Card.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { SearchField } from '../SearchField.tsx'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './DataTable.tsx'

interface SearchableTableProps<Entry> extends DataTableProps<Entry> {
  searchLabel: string
  /** The text searched for. */
  q: string
  onSearch: (q: string) => void
  /** Filters beside the search. */
  filters?: ReactNode
  /** The text shown when nothing matches. */
  none: { title: string; text: string }
  onShowAll: () => void
}

/** Shows the matches, or that there are none with a button to show all. */
export function SearchableTable<Entry>(props: SearchableTableProps<Entry>) {
  const { searchLabel, q, onSearch, filters, none, onShowAll, ...table } = props
  return (
    <>
      <Toolbar>
        <SearchField label={searchLabel} value={q} onChange={onSearch} />
        {filters}
      </Toolbar>
      <Card>
        {table.entries.length === 0 ? (
          <EmptyState icon="search" title={none.title} action={<Button onClick={onShowAll}>Show all</Button>}>
            {none.text}
          </EmptyState>
        ) : (
          <DataTable {...table} />
        )}
      </Card>
    </>
  )
}
