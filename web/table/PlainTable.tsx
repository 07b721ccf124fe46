// A list without pages, such as the callers of a token; the other tables build on it. If the columns do not fit, each row is a card.

import type { ReactNode } from 'react'
import { Body, Cell, Head, HeadCell, Label, MenuCell, TableContainer, Row, Table } from './parts.tsx'
import type { Needs } from './parts.tsx'
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
  headOf?: (column: Col, needs: Needs) => ReactNode
  /** Renders the menu at the right end of a row. */
  menuOf?: (entry: Entry) => ReactNode
}

/** Shows all of the records, in the order they are given. */
export function PlainTable<Entry, Col extends Column<Entry> = Column<Entry>>(props: PlainTableProps<Entry, Col> & Extras<Entry, Col>) {
  const { label, entries, columns, keyOf, headOf = titleOf, menuOf } = props
  const hasMenu = menuOf !== undefined
  const needs = { $needed: computeMinWidth(columns, hasMenu) }
  return (
    <TableContainer>
      <Table role="table" aria-label={label} {...needs}>
        <Head role="rowgroup" {...needs}>
          <tr role="row">
            {columns.map((column) => headOf(column, needs))}
            {hasMenu && (
              <HeadCell role="columnheader" scope="col" $width={`${MENU_WIDTH}px`}>
                <Label>Actions</Label>
              </HeadCell>
            )}
          </tr>
        </Head>
        <Body role="rowgroup" {...needs}>
          {entries.map((entry) => (
            <Row key={keyOf(entry)} role="row" {...needs}>
              {columns.map(({ title, render }) => (
                <Cell key={title} role="cell" data-title={title} $hasMenu={hasMenu} {...needs}>
                  {render(entry)}
                </Cell>
              ))}
              {hasMenu && (
                <MenuCell role="cell" {...needs}>
                  {menuOf(entry)}
                </MenuCell>
              )}
            </Row>
          ))}
        </Body>
      </Table>
    </TableContainer>
  )
}

/** A header cell with just the title. */
export function titleOf({ title, width }: Pick<Column<never>, 'title' | 'width'>): ReactNode {
  return (
    <HeadCell key={title} role="columnheader" scope="col" $width={width}>
      {title}
    </HeadCell>
  )
}
