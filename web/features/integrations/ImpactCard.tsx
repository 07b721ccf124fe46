import { useQuery } from '@tanstack/react-query'
import { type IntegrationImpact, integrationImpactQuery } from './queries.ts'
import { LoadedCard } from '#features/common/public.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Mono, SecondLine, Strong } from '#kit/text.tsx'
import { impactSentence } from './integration.ts'
import { formatNumber } from '#kit/numbers.ts'

/** Who calls with the integration's credentials, and so what breaks when it is revoked. */
export function ImpactCard({ id }: { id: number }) {
  return (
    <LoadedCard
      title="What breaks when it is revoked"
      about={impactSentence}
      query={useQuery(integrationImpactQuery(id))}
      noun="calls"
      rows={2}
    >
      {(impact) => impact.calls > 0 && <Calls impact={impact} />}
    </LoadedCard>
  )
}

function Calls({ impact: { callers, endpoints } }: { impact: IntegrationImpact }) {
  return (
    <>
      <PlainTable label="Callers" entries={callers} columns={callerColumns} keyOf={(each) => `${each.user_agent} ${each.ip_address}`} />
      <PlainTable label="Endpoints" entries={endpoints} columns={endpointColumns} keyOf={({ method, route }) => `${method} ${route}`} />
    </>
  )
}

type Caller = IntegrationImpact['callers'][number]
type Endpoint = IntegrationImpact['endpoints'][number]

const counts = [
  { title: 'Calls', width: '96px', render: ({ calls }: { calls: number }) => formatNumber(calls) },
  { title: 'Last call', width: '156px', render: ({ last_at }: { last_at: string }) => <RelativeTime at={last_at} /> },
]

const callerColumns: readonly Column<Caller>[] = [
  {
    title: 'Caller',
    render: ({ user_agent, ip_address }) => (
      <div>
        <Strong>{user_agent === '' ? 'Unknown program' : user_agent}</Strong>
        <SecondLine>{ip_address}</SecondLine>
      </div>
    ),
  },
  ...counts,
]

const endpointColumns: readonly Column<Endpoint>[] = [
  {
    title: 'Endpoint',
    render: ({ method, route }) => (
      <>
        <Mono>{method}</Mono> {route}
      </>
    ),
  },
  ...counts,
]
