import { useMemo, useState } from 'react'
import { Button } from '../Button.tsx'
import { ButtonRow } from '../Card.tsx'
import { PersonCell, TitleCell } from '../grid/cells.tsx'
import { Grid } from '../grid/Grid.tsx'
import type { GridColumn } from '../grid/GridRow.tsx'
import type { RowId } from '../grid/store.ts'
import { useGridStore } from '../grid/store.ts'
import { Icon } from '../Icon.tsx'
import { RowMenu } from '../RowMenu.tsx'
import { StatusTag } from '../StatusTag.tsx'
import { Subtle } from '../text.tsx'
import { Examples } from './Example.tsx'
import styles from './page.module.css'
import { makeTicket, makeTickets, type Ticket } from './tickets.ts'

const doNothing = () => undefined
const COUNT = 10_000
const GROUPS = 5
const columns: readonly GridColumn<Ticket>[] = [
  {
    title: 'Channel',
    isTitleHidden: true,
    width: '16px',
    place: 'mark',
    render: ({ id }) => <Icon name={id % 3 === 0 ? 'speech' : 'envelope'} className={styles.mark} />,
  },
  { title: 'Status', width: '84px', place: 'endBelow', render: ({ tone }) => <StatusTag tone={tone}>{tone}</StatusTag> },
  { title: 'No.', width: '46px', isExtra: true, render: ({ id }) => <Subtle>{id}</Subtle> },
  {
    title: 'Subject',
    width: 'minmax(120px, 1fr)',
    place: 'title',
    render: ({ subject, excerpt, isUnread }) => <TitleCell title={subject} more={excerpt} isUnread={isUnread} />,
  },
  { title: 'Requester', width: '150px', place: 'below', render: ({ requester }) => <PersonCell name={requester} /> },
  { title: 'Group', width: '76px', isExtra: true, render: ({ group }) => group },
  { title: 'Updated', width: '60px', isAtEnd: true, place: 'end', render: ({ minutes }) => <Subtle>{`${minutes} min`}</Subtle> },
  {
    title: 'Actions',
    isTitleHidden: true,
    width: '28px',
    render: ({ id }) => <RowMenu label={`Actions for ticket ${id}`} actions={[{ label: 'Merge', onSelect: doNothing }]} />,
  },
]
const nameOf = ({ subject }: Ticket) => subject

/** A list of 10,000 tickets in 5 groups; the last three are not loaded yet. */
export function GridExamples() {
  const [tickets, setTickets] = useState(() => makeTickets(COUNT))
  const [said, setSaid] = useState('')
  const [isSelecting, setSelecting] = useState(false)
  const store = useGridStore(tickets)
  const groups = useMemo(() => groupTickets(tickets), [tickets])
  const keys = useMemo(() => ({ a: (ids: readonly RowId[]) => setSaid(`Assigned ${ids.join(', ')}`) }), [])
  const newest = Math.max(...tickets.map(({ id }) => id)) + 1
  return (
    <Examples>
      <ButtonRow>
        <Button onClick={() => setTickets([makeTicket(newest + 1), makeTicket(newest), ...tickets])}>Insert two at the top</Button>
        <Button onClick={() => setTickets(tickets.filter(({ id }) => id !== store.getCurrent()))}>Remove the current one</Button>
        <Button onClick={() => setSelecting(!isSelecting)}>Select</Button>
        <span role="status">{said}</span>
      </ButtonRow>
      <div className={styles.grid}>
        <Grid
          label="Tickets"
          store={store}
          groups={groups}
          columns={columns}
          nameOf={nameOf}
          keys={keys}
          isSelecting={isSelecting}
          onOpen={(id) => setSaid(`Opened ${id}`)}
        />
      </div>
    </Examples>
  )
}

/** In five groups, of which the last has three rows that are not loaded. */
function groupTickets(tickets: readonly Ticket[]) {
  const size = COUNT / GROUPS
  return Array.from({ length: GROUPS }, (_, index) => {
    // what comes later comes into the first group
    const inserted = tickets.length - COUNT
    const start = index === 0 ? 0 : index * size + inserted
    const end = (index + 1) * size + inserted
    const ids: RowId[] = tickets.slice(start, end).map(({ id }) => id)
    return { key: `${index}`, title: `Tier ${index + 1}`, ids: index === GROUPS - 1 ? [...ids, 'not', 'loaded', 'yet'] : ids }
  })
}
