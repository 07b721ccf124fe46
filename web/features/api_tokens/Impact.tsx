// Who calls with a token: a sentence, and tables of its callers and endpoints.
// Does not belong here: the acts (ActDialog.tsx, ApiTokenPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { type TokenCaller, type TokenEndpoint, type TokenImpact, tokenImpactQuery } from './queries.ts'
import { describeError } from '#contract/errors.ts'
import { Loaded } from '#features/common/public.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Brief, Mono, SecondLine, Strong, Subtle } from '#kit/text.tsx'
import { impactSentence } from './impact.ts'
import { formatNumber } from '#kit/numbers.ts'

/** The most callers named in a dialog. */
const MAX_NAMED = 3

/** What breaks if the token is deactivated, shown before that is confirmed. */
export function ImpactBrief({ id }: { id: number }) {
  const { data, error } = useQuery(tokenImpactQuery(id))
  return <ImpactText impact={data} error={error} />
}

/** Who calls with a token, in a few lines; shows a placeholder while `impact` is undefined. */
export function ImpactText({ impact, error }: { impact: TokenImpact | undefined; error: Error | null }) {
  if (impact === undefined)
    return (
      <p role="status">{error === null ? 'Looking up who calls with it …' : `Who calls with it is unknown: ${describeError(error)}`}</p>
    )
  return (
    <Brief>
      <p>
        {impactSentence(impact)} <LastCall at={impact.last_at} />
      </p>
      {impact.callers.length > 0 && (
        <ul>
          {impact.callers.slice(0, MAX_NAMED).map((caller) => (
            <li key={keyOfCaller(caller)}>
              {caller.user_agent ?? 'Unknown program'} <Subtle>({caller.ip_address})</Subtle>
            </li>
          ))}
          {impact.caller_count > MAX_NAMED && <li>and {impact.caller_count - MAX_NAMED} more</li>}
        </ul>
      )}
    </Brief>
  )
}

/** The callers and endpoints of a token, each in a table. */
export function ImpactCards({ id }: { id: number }) {
  return (
    <Loaded query={useQuery(tokenImpactQuery(id))} noun="calls" rows={3}>
      {(impact) => <Tables impact={impact} />}
    </Loaded>
  )
}

function Tables({ impact }: { impact: TokenImpact }) {
  return (
    <>
      <Card>
        <CardHead>
          <CardTitle>What breaks if you revoke it</CardTitle>
          <p>
            {impactSentence(impact)} <LastCall at={impact.last_at} />
          </p>
        </CardHead>
        {impact.callers.length > 0 && <PlainTable label="Callers" entries={impact.callers} columns={callerColumns} keyOf={keyOfCaller} />}
      </Card>
      {impact.endpoints.length > 0 && (
        <Card>
          <CardHead>
            <CardTitle>Endpoints</CardTitle>
          </CardHead>
          <PlainTable
            label="Endpoints"
            entries={impact.endpoints}
            columns={endpointColumns}
            keyOf={({ method, route }) => `${method} ${route}`}
          />
        </Card>
      )}
    </>
  )
}

function LastCall({ at }: { at: string | null }) {
  return (
    at !== null && (
      <>
        The last one <RelativeTime at={at} />.
      </>
    )
  )
}

const keyOfCaller = ({ user_agent, ip_address, email }: TokenCaller) => [user_agent, ip_address, email].join(' ')

/** A program with its address and the user it acts as. */
export function Caller({ user_agent, ip_address, email }: TokenCaller) {
  return (
    <div>
      <Strong>{user_agent ?? 'Unknown program'}</Strong>
      <SecondLine>
        {ip_address} {email !== null && 'as '}
        {email !== null && <EmailAddress text={email} />}
      </SecondLine>
    </div>
  )
}

const callerColumns: readonly Column<TokenCaller>[] = [
  { title: 'Caller', render: (caller) => <Caller {...caller} /> },
  { title: 'Calls', width: '96px', render: ({ calls }) => formatNumber(calls) },
  { title: 'Last call', width: '156px', render: ({ last_at }) => <RelativeTime at={last_at} /> },
]

const endpointColumns: readonly Column<TokenEndpoint>[] = [
  { title: 'Endpoint', render: ({ method, route }) => <Endpoint method={method} route={route} /> },
  { title: 'Calls', width: '96px', render: ({ calls }) => formatNumber(calls) },
  { title: 'Writes', width: '96px', render: ({ writes }) => formatNumber(writes) },
  { title: 'Last call', width: '156px', render: ({ last_at }) => <RelativeTime at={last_at} /> },
]

/** A method with its route. */
export function Endpoint({ method, route }: { method: string; route: string }) {
  return (
    <>
      <Mono>{method}</Mono> {route}
    </>
  )
}
