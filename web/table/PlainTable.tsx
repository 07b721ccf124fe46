// A short list without acts or pages, such as the callers of a token. On a phone each row is a card.

import type { Column } from './DataTable.tsx'
import { Body, Cell, Head, HeadCell, Row, Table } from './parts.tsx'

interface PlainTableProps<Entry> {
  /** What is listed, for screen readers. */
  label: string
  entries: readonly Entry[]
  columns: readonly Column<Entry>[]
  keyOf: (entry: Entry) => string | number
}

/** Shows all of the records. */
export function PlainTable<Entry>({ label, entries, columns, keyOf }: PlainTableProps<Entry>) {
  return (
    <Table role="table" aria-label={label}>
      <Head role="rowgroup">
        <tr role="row">
          {columns.map(({ title, width }) => (
            <HeadCell key={title} role="columnheader" scope="col" $width={width}>
              {title}
            </HeadCell>
          ))}
        </tr>
      </Head>
      <Body role="rowgroup">
        {entries.map((entry) => (
          <Row key={keyOf(entry)} role="row">
            {columns.map(({ title, render }) => (
              <Cell key={title} role="cell" data-title={title}>
                {render(entry)}
              </Cell>
            ))}
          </Row>
        ))}
      </Body>
    </Table>
  )
}
