// The list of schedules.
// Does not belong here: one schedule (SchedulePage.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Schedule, schedulesQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { parseListSearch, withWords } from '#kit/table/search.ts'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { SecondLine, TextAnchor } from '#kit/text.tsx'
import { DeleteScheduleDialog } from './DeleteScheduleDialog.tsx'
import { weekText } from './week.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.schedules`. @source docs/reference/account.md §5 */
export function SchedulesPage() {
  const open = useNavigate()
  return (
    <Page
      isList
      title="Schedules"
      intro="Business hours, with their holidays. Targets of SLA policies and conditions of rules count in them. Tickets have the first schedule of this list unless a trigger gives them another."
      action={
        <Button kind="primary" onClick={() => void open({ to: paths.new_schedule })}>
          Add schedule
        </Button>
      }
    >
      <Loaded query={useQuery(schedulesQuery)} noun="schedules">
        {(schedules) =>
          schedules.length === 0 ? (
            <Card>
              <EmptyState icon="shapes" title="No schedules yet">
                Add one with the button above. Until then all hours are business hours.
              </EmptyState>
            </Card>
          ) : (
            <ScheduleList schedules={schedules} />
          )
        }
      </Loaded>
    </Page>
  )
}

function ScheduleList({ schedules }: { schedules: readonly Schedule[] }) {
  const { q = '', page = 1 } = useSearch({ from: `/frame${paths.schedules}` })
  const navigate = useNavigate({ from: paths.schedules })
  const open = useNavigate()
  const [doomed, setDoomed] = useState<Schedule>()
  const search = (text: string) => navigate({ search: parseListSearch({ q: text }), replace: true })
  return (
    <>
      <SearchableTable
        label="Schedules"
        searchLabel="Search schedules"
        q={q}
        onSearch={search}
        none={{ title: 'No schedule matches', text: `None of the ${schedules.length} schedules has that text.` }}
        onShowAll={() => search('')}
        entries={withWords(schedules, q, ({ name, time_zone }) => [name, time_zone])}
        columns={columnsOf(schedules[0]?.id)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actionsOf={(schedule) => [
          { label: 'Edit', onSelect: () => void open({ to: paths.schedule, params: { id: String(schedule.id) } }) },
          { label: 'Delete', isDanger: true, onSelect: () => setDoomed(schedule) },
        ]}
        page={page}
        onPage={(next) => navigate({ search: (now) => parseListSearch({ ...now, page: next }) })}
      />
      {doomed && <DeleteScheduleDialog schedule={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

/** `first`: the id of the schedule of tickets that have no other. */
function columnsOf(first: number | undefined): readonly Column<Schedule>[] {
  return [
    {
      title: 'Name',
      render: ({ id, name }) => (
        <>
          <TextLink to={paths.schedule} params={{ id: String(id) }}>
            {name}
          </TextLink>
          {id === first && <SecondLine>Default</SecondLine>}
        </>
      ),
    },
    { title: 'Hours', width: '36%', render: ({ intervals }) => weekText(intervals) },
    { title: 'Time zone', width: '22%', render: ({ time_zone }) => time_zone.replaceAll('_', ' ') },
  ]
}
