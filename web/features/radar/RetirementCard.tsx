import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { activityQuery, readSearch, type ActivitySearch } from '#features/api_activity/public.ts'
import { everyDay } from '#kit/charts/days.ts'
import { TrendChart } from '#kit/charts/TrendChart.tsx'
import { currentTime } from '#lib/clock.ts'
import { paths } from '#lib/paths.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card, CardTitle, FormActions } from '#kit/Card.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Breakable, SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import { describeCountdown } from './countdown.ts'
import { formatDay } from '#kit/dates.ts'
import { formatCount, formatNumber } from '#kit/numbers.ts'
import styles from './RetirementCard.module.css'
import type { RadarCaller, Retirement } from './queries.ts'

const FIRST_CALLERS = 10

/** One retirement: the days left, its replacement, and everyone who has to migrate. */
export function RetirementCard({ retirement, days }: { retirement: Retirement; days: number }) {
  const { key, title, ends_at, replacement, calls, callers, callers_count } = retirement
  const { words, tone } = describeCountdown(retirement)
  return (
    <Card aria-label={title}>
      <div className={styles.top}>
        <div className={styles.heading}>
          <CardTitle>{title}</CardTitle>
          <StatusTag tone={tone}>{words}</StatusTag>
        </div>
        <p>
          {ends_at !== null && <Subtle>{`${formatDay(ends_at)}. `}</Subtle>}
          {replacement}
        </p>
        <p>
          {calls === 0
            ? `Nobody has used it in the last ${formatCount(days, 'day')}.`
            : `${formatCount(calls, 'call')} by ${formatCount(callers_count, 'caller')} in the last ${formatCount(days, 'day')}${callers_count > callers.length ? `; the ${callers.length} busiest are shown, the CSV file has all of them` : ''}.`}
        </p>
        {key === 'api_tokens' && calls > 0 && <TokenUsage />}
      </div>
      {callers.length > 0 && <Callers title={title} callers={callers} />}
    </Card>
  )
}

/** The busiest callers first; the others on request. */
function Callers({ title, callers }: { title: string; callers: readonly RadarCaller[] }) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <>
      <PlainTable
        label={`Callers of ${title}`}
        entries={showsAll ? callers : callers.slice(0, FIRST_CALLERS)}
        columns={columns}
        keyOf={(caller) => caller.key}
      />
      {!showsAll && callers.length > FIRST_CALLERS && (
        <FormActions>
          <Button size="small" onClick={() => setShowsAll(true)}>{`Show all ${callers.length} callers`}</Button>
        </FormActions>
      )}
    </>
  )
}

/** Whether the use of API tokens declines, day by day. */
function TokenUsage() {
  const { data } = useQuery(activityQuery({ ...readSearch({ credential_kind: 'api_token' }, currentTime()), per_page: '1' }))
  if (data === undefined) return null
  return <TrendChart title="Calls with API tokens, day by day" days={everyDay(data.from, data.to, data.totals.days)} />
}

const columns: readonly Column<RadarCaller>[] = [
  { title: 'Caller', render: (caller) => <Caller caller={caller} /> },
  { title: 'From', width: '30%', render: ({ user_agent, ip_address }) => <From agent={user_agent} address={ip_address} /> },
  { title: 'Calls', width: '76px', render: ({ calls }) => formatNumber(calls) },
  { title: 'Last used', width: '104px', render: ({ last_at }) => <RelativeTime at={last_at} /> },
  { title: 'Now', width: '116px', render: (caller) => <Standing caller={caller} /> },
]

const InsideLink = createLink(TextAnchor)

function insideOf({ credential_kind, credential_id, user_id }: RadarCaller): ActivitySearch {
  const callerFilter = credential_id === null ? { user_id: String(user_id ?? 0) } : { credential_id: String(credential_id) }
  return { by: 'endpoint', credential_kind, ...callerFilter }
}

function Caller({ caller }: { caller: RadarCaller }) {
  return (
    <div>
      <InsideLink to={paths.api_activity} search={insideOf(caller)}>
        <Breakable text={caller.label} />
      </InsideLink>
      {caller.user !== null && caller.user !== caller.label && <SecondLine>{caller.user}</SecondLine>}
    </div>
  )
}

function From({ agent, address }: { agent: string | null; address: string | null }) {
  return (
    <div>
      {agent ?? <Subtle>No user agent</Subtle>}
      {address !== null && <SecondLine>{address}</SecondLine>}
    </div>
  )
}

function Standing({ caller: { rehearsing, blocked_from } }: { caller: RadarCaller }) {
  if (rehearsing) return <StatusTag tone="warning">Rehearses</StatusTag>
  if (blocked_from === null) return <StatusTag tone="note">Goes on</StatusTag>
  return (
    <div>
      <StatusTag tone="off">Will be refused</StatusTag>
      <SecondLine>{formatDay(blocked_from)}</SecondLine>
    </div>
  )
}
