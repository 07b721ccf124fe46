import { useState } from 'react'
import { ChangeList } from '../ChangeList.tsx'
import { MarkedList } from '../MarkedList.tsx'
import { DragArea, MovedCell, MoveHandle } from '../MoveHandle.tsx'
import { PlainList } from '../PlainList.tsx'
import { CursorPager } from '../table/CursorPager.tsx'
import { PlainTable } from '../table/PlainTable.tsx'
import { useMoved } from '../use_moved.ts'
import { ScreenReaderOnly } from '../text.tsx'
import { Example, Examples, LONG, UNBROKEN } from './Example.tsx'

/** Short lists. */
export function ListExamples() {
  const [page, setPage] = useState(1)
  return (
    <Examples>
      <Example title="Plain" isFlush>
        <PlainList label="Addresses">
          <li>support@example.com</li>
          <li>{LONG}</li>
          <li>{UNBROKEN}</li>
        </PlainList>
        <CursorPager
          shown={`Entries ${page}`}
          hasNewer={page > 1}
          hasOlder={page < 2}
          onNewer={() => setPage(1)}
          onOlder={() => setPage(2)}
        />
      </Example>
      <Example title="Marked">
        <MarkedList
          label="Scopes"
          items={[
            { title: 'Read tickets', code: 'tickets:read' },
            { title: LONG, code: 'tickets:write', warning: 'Writes' },
            { title: 'users:read', code: 'users:read' },
          ]}
        />
      </Example>
      <Example title="Changes">
        <ChangeList
          label="What changed"
          lines={[
            { sign: '-', text: LONG },
            { sign: '+', text: 'The grinder works' },
          ]}
        />
      </Example>
      <OrderExample />
    </Examples>
  )
}

function OrderExample() {
  const [order, setOrder] = useState(['Status', 'Requester', 'Group'])
  const { area, said, setMoved } = useMoved(order)
  const move = (name: string, to: number) => {
    const next = order.filter((one) => one !== name)
    next.splice(to, 0, name)
    setOrder(next)
    setMoved({ id: name, said: `${name} is now ${to + 1} of ${order.length}` })
  }
  return (
    <Example title="Ordered by hand" isFlush>
      <DragArea ref={area}>
        <PlainTable
          label="Columns"
          entries={order}
          keyOf={(name) => name}
          columns={[
            {
              title: 'Name',
              render: (name) => (
                <MovedCell>
                  <MoveHandle
                    label={`Move ${name}`}
                    onStep={(by) => move(name, order.indexOf(name) + by)}
                    onDrop={(to) => move(name, to)}
                  />
                  {name}
                </MovedCell>
              ),
            },
          ]}
        />
      </DragArea>
      <ScreenReaderOnly role="status">{said}</ScreenReaderOnly>
    </Example>
  )
}
