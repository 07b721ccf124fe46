import { useState } from 'react'
import type { Column } from '../table/PlainTable.tsx'
import { PlainTable } from '../table/PlainTable.tsx'
import { DataTable } from '../table/DataTable.tsx'
import { SearchableTable } from '../table/SearchableTable.tsx'
import { ServedTable } from '../table/ServedTable.tsx'
import { SortableTable } from '../table/SortableTable.tsx'
import { Button } from '../Button.tsx'
import { StatusTag } from '../StatusTag.tsx'
import { SecondLine, Strong } from '../text.tsx'
import { Example, Examples, LONG } from './Example.tsx'
import { makeTickets, type Ticket } from './tickets.ts'

const tickets = makeTickets(120)
const few = [...tickets.slice(0, 3), { ...tickets[3], id: 4, subject: LONG }].filter((one): one is Ticket => 'group' in one)
const columns: readonly (Column<Ticket> & { sort?: string })[] = [
  {
    title: 'Subject',
    sort: 'subject',
    render: ({ subject, requester }) => (
      <>
        <Strong dir="auto">{subject}</Strong>
        <SecondLine>{requester}</SecondLine>
      </>
    ),
  },
  { title: 'Group', width: '140px', sort: 'group', render: ({ group }) => group },
  { title: 'Status', width: '140px', render: ({ tone }) => <StatusTag tone={tone}>{tone}</StatusTag> },
]
const keyOf = ({ id }: Ticket) => id
const nameOf = ({ subject }: Ticket) => subject
const doNothing = () => undefined
const actionsOf = () => [
  { label: 'Edit', onSelect: doNothing },
  { label: 'Delete', isDanger: true, onSelect: doNothing },
]

/** Tables of administration. Only one has pages, since their navigation has one name. */
export function TableExamples() {
  const [sort, setSort] = useState('-subject')
  const [page, setPage] = useState(2)
  const [q, setQ] = useState('')
  const shared = { columns, keyOf }
  return (
    <Examples>
      <Example title="Plain" isFlush>
        <PlainTable label="Plain tickets" entries={few} {...shared} />
      </Example>
      <Example title="Sortable" isFlush>
        <SortableTable label="Sortable tickets" entries={few} sort={sort} onSort={setSort} {...shared} />
      </Example>
      <Example title="With menus" isFlush>
        <DataTable label="Tickets with menus" entries={few} page={1} onPage={doNothing} {...shared} nameOf={nameOf} actionsOf={actionsOf} />
      </Example>
      <Example title="Served" isFlush>
        <ServedTable label="Served tickets" entries={few} page={1} total={4} size={50} onPage={doNothing} {...shared} />
      </Example>
      <SearchableTable
        label="Searchable tickets"
        entries={tickets.filter(({ subject }) => subject.toLowerCase().includes(q.toLowerCase()))}
        searchLabel="Search the table"
        q={q}
        onSearch={setQ}
        filters={<Button>Filter</Button>}
        none={{ title: 'No ticket matches', text: LONG }}
        onShowAll={() => setQ('')}
        page={page}
        onPage={setPage}
        {...shared}
        nameOf={nameOf}
        actionsOf={actionsOf}
      />
    </Examples>
  )
}
