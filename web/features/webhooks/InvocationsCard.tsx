// The log of a webhook: its calls by status and time, and repeating them.
// Does not belong here: the attempts of one call (InvocationPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Invocation, type InvocationPage, invocationsQuery, type Webhook } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { CursorPager } from '#kit/table/CursorPager.tsx'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { ButtonRow, Card, CardTitle, FormBody } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { SelectField } from '#kit/fields.tsx'
import { FilterGrid } from '#kit/FilterGrid.tsx'
import { DateField } from '#kit/DateField.tsx'
import { RowMenu } from '#kit/RowMenu.tsx'
import { invocationColumns } from './columns.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import { type InvocationSearch, parseInvocationSearch, readInvocationSearch, STATUSES } from './search.ts'
import { useReplayOne } from './use_replay_one.ts'
import { statusWords } from './words.ts'
import { formatMomentRange } from '#kit/dates.ts'

/** The calls of a webhook, the last one first. */
export function InvocationsCard({ webhook: { id, status } }: { webhook: Webhook }) {
  const search = useSearch({ from: `/frame${paths.webhook}` })
  const navigate = useNavigate({ from: paths.webhook })
  const [isAsked, setAsked] = useState(false)
  const query = useQuery(invocationsQuery(id, readInvocationSearch(search)))
  const turn = (cursor: Pick<InvocationSearch, 'after' | 'before'>) => {
    const { after: _after, before: _before, ...rest } = search
    void navigate({ search: { ...rest, ...cursor }, resetScroll: false })
  }
  // changing a filter goes back to the newest calls
  const narrow = (filters: Record<string, unknown>) =>
    void navigate({ search: parseInvocationSearch({ ...filters, after: undefined, before: undefined }), replace: true, resetScroll: false })
  return (
    <Card aria-label="Calls">
      <FormBody>
        <CardTitle>Calls</CardTitle>
        <Filters search={search} onChange={narrow} />
        <ButtonRow>
          <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
            Refresh
          </Button>
          <Button isDisabled={status !== 'active'} onClick={() => setAsked(true)}>
            Replay calls
          </Button>
        </ButtonRow>
      </FormBody>
      <Loaded query={query} noun="calls" isInCard>
        {(page) => <Calls webhookId={id} search={search} page={page} onTurn={turn} onShowAll={() => narrow({})} />}
      </Loaded>
      {isAsked && <ReplayDialog id={id} from={search.from} to={search.to} onClose={() => setAsked(false)} />}
    </Card>
  )
}

const ANY = ''

function Filters({ search, onChange }: { search: InvocationSearch; onChange: (filters: Record<string, unknown>) => void }) {
  return (
    <FilterGrid role="group" aria-label="Filters">
      <SelectField
        label="Status"
        name="status"
        value={search.status ?? ANY}
        onChange={(status) => onChange({ ...search, status })}
        choices={[{ value: ANY, label: 'Any' }, ...STATUSES.map((value) => ({ value, label: statusWords[value].label }))]}
      />
      <DateField hasTime label="From" name="from" value={search.from ?? ''} onChange={(from) => onChange({ ...search, from })} />
      <DateField hasTime label="To" name="to" value={search.to ?? ''} onChange={(to) => onChange({ ...search, to })} />
    </FilterGrid>
  )
}

interface CallsProps {
  webhookId: string
  search: InvocationSearch
  page: InvocationPage
  onTurn: (cursor: Pick<InvocationSearch, 'after' | 'before'>) => void
  onShowAll: () => void
}

function Calls({ webhookId, search, page: { invocations, meta }, onTurn, onShowAll }: CallsProps) {
  const navigate = useNavigate()
  const replay = useReplayOne(webhookId)
  if (invocations.length === 0) return <NoCalls isFiltered={Object.keys(search).length > 0} onShowAll={onShowAll} />
  const open = (invocation_id: string) => void navigate({ to: paths.webhook_invocation, params: { id: webhookId, invocation_id } })
  const actionsOf = ({ id, status }: Invocation) => [
    { label: 'Attempts', onSelect: () => open(id) },
    ...(status === 'pending' ? [] : [{ label: 'Replay', onSelect: () => replay(id) }]),
  ]
  const { after_cursor, before_cursor } = meta
  const times = invocations.flatMap(({ latest_completed_at }) => latest_completed_at ?? [])
  return (
    <>
      <PlainTable
        label="Calls"
        entries={invocations}
        columns={invocationColumns(webhookId)}
        keyOf={({ id }) => id}
        menuOf={(invocation) => <RowMenu label={`Actions for ${invocation.id}`} actions={actionsOf(invocation)} />}
      />
      {(after_cursor !== undefined || before_cursor !== undefined) && (
        <CursorPager
          shown={times.length === 0 ? `${invocations.length} calls` : formatMomentRange(times)}
          hasNewer={before_cursor !== undefined}
          hasOlder={after_cursor !== undefined}
          onNewer={() => onTurn({ before: before_cursor ?? '' })}
          onOlder={() => onTurn({ after: after_cursor ?? '' })}
        />
      )}
    </>
  )
}

function NoCalls({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState icon="search" title="No calls yet">
        It has not been called in the last seven days.
      </EmptyState>
    )
  return (
    <EmptyState icon="search" title="No call matches" action={<Button onClick={onShowAll}>Show all</Button>}>
      No call of the last seven days has that status and time.
    </EmptyState>
  )
}
