// A list of records: columns, a menu at the right end of each row, pages of 50. On a phone each row is a card.
// Does not belong here: what is listed, where it comes from, what the acts in the menu do.

import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { RowMenu } from '../ui/RowMenu.tsx'
import type { RowAction } from '../ui/RowMenu.tsx'
import { Pager } from './Pager.tsx'
import { pageOf } from './pages.ts'
import { Body, Cell, Head, HeadCell, Label, MenuCell, Row, Table } from './parts.tsx'

export interface Column<Entry> {
  title: string
  /** A CSS width; the columns without one share the rest. */
  width?: string
  render: (entry: Entry) => ReactNode
}

interface DataTableProps<Entry> {
  /** What is listed, for screen readers. */
  label: string
  entries: readonly Entry[]
  columns: readonly Column<Entry>[]
  keyOf: (entry: Entry) => string | number
  nameOf: (entry: Entry) => string
  actionsOf: (entry: Entry) => readonly RowAction[]
  /** 1 is the first page. */
  page: number
  onPage: (page: number) => void
}

/** Shows one page of the records. */
export function DataTable<Entry>({ label, entries, columns, keyOf, nameOf, actionsOf, page, onPage }: DataTableProps<Entry>) {
  const shown = pageOf(entries, page)
  const frame = useScrollToTopOnTurn(shown.page)
  return (
    <div ref={frame}>
      <Table role="table" aria-label={label}>
        <Head role="rowgroup">
          <tr role="row">
            {columns.map(({ title, width }) => (
              <HeadCell key={title} role="columnheader" scope="col" $width={width}>
                {title}
              </HeadCell>
            ))}
            <HeadCell role="columnheader" scope="col" $width="60px">
              <Label>Actions</Label>
            </HeadCell>
          </tr>
        </Head>
        <Body role="rowgroup">
          {shown.entries.map((entry) => (
            <Row key={keyOf(entry)} role="row">
              {columns.map(({ title, render }) => (
                <Cell key={title} role="cell" data-title={title}>
                  {render(entry)}
                </Cell>
              ))}
              <MenuCell role="cell">
                <RowMenu label={`Actions for ${nameOf(entry)}`} actions={actionsOf(entry)} />
              </MenuCell>
            </Row>
          ))}
        </Body>
      </Table>
      {shown.page_count > 1 && <Pager {...shown} onPage={onPage} />}
    </div>
  )
}

/** After turning a page one reads from the top of the list. */
function useScrollToTopOnTurn(page: number) {
  const frame = useRef<HTMLDivElement>(null)
  const previous = useRef(page)
  useEffect(() => {
    if (previous.current !== page) frame.current?.scrollIntoView({ block: 'start' })
    previous.current = page
  }, [page])
  return frame
}
