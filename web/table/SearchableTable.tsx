// A list that is there as a whole: the field that searches it, what else narrows it, and one page of what was found.
// Does not belong here: what is found (search.ts and the filters of each list).

import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card, Toolbar } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './DataTable.tsx'

interface SearchableTableProps<Entry> extends DataTableProps<Entry> {
  searchLabel: string
  /** The words that are searched for. */
  q: string
  onSearch: (q: string) => void
  /** What else narrows the list, beside the search. */
  filters?: ReactNode
  /** Said when nothing is found. */
  none: { title: string; text: string }
  onShowAll: () => void
}

/** Shows what was found, or that nothing was and the way back. */
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
