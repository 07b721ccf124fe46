import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { meQuery } from '#features/session/public.ts'
import type { AccessRequest, RequestPerson } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Breakable, ExternalLink, Facts, TextAnchor, UserText } from '#kit/text.tsx'
import { integrationKinds, kinds } from './words.ts'
import { formatCount } from '#kit/numbers.ts'

const TextLink = createLink(TextAnchor)

/** What a request asks for, why, and who took part; empty facts are left out. */
export function RequestFacts({ request, users }: { request: AccessRequest; users: readonly RequestPerson[] }) {
  const { data: me } = useQuery(meQuery)
  const isAdmin = me?.role === 'admin'
  const isRequester = me?.id === request.requester_id
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const findName = (id: number | null) => (id === null ? null : (names.get(id) ?? 'Somebody'))
  const rows: readonly [title: string, value: ReactNode][] = [
    ['Asks for', kinds[request.kind]],
    ['Business reason', <UserText key="reason">{request.business_reason}</UserText>],
    ['Use case', <UserText key="case">{request.use_case}</UserText>],
    ['Kind', request.integration_kind === null ? null : (integrationKinds[request.integration_kind] ?? request.integration_kind)],
    ['Scopes', request.scopes.join(' ') || null],
    ['Lifetime', request.lifetime_days === null ? null : formatCount(request.lifetime_days, 'day')],
    ['Requester', findName(request.requester_id)],
    ['Manager', findName(request.manager_id)],
    ['Approved by', findName(request.approved_by_id)],
    ['Reviewed by', findName(request.reviewed_by_id)],
    ['Decided by', findName(request.decided_by_id)],
    ['Issued by', findName(request.issued_by_id)],
    ['Expires', request.deadline_at === null ? null : <RelativeTime key="deadline" at={request.deadline_at} />],
    ['One-time secret', secretOf(request, isRequester)],
    ['Credential', isAdmin ? credentialOf(request) : checklistOf(request)],
    ['Address', <Breakable key="address" text={request.page_url} />],
    [
      'Issue elsewhere',
      request.external_url === null ? null : (
        <ExternalLink key="issue" href={request.external_url}>
          {request.external_url}
        </ExternalLink>
      ),
    ],
  ]
  return (
    <Facts>
      {rows
        .filter(([, value]) => value !== null)
        .map(([title, value]) => (
          <Fact key={title} title={title}>
            {value}
          </Fact>
        ))}
    </Facts>
  )
}

/** The link to the secret handed over to the requester; null for anyone else. */
function secretOf({ shared_secret_id }: AccessRequest, isRequester: boolean): ReactNode {
  if (shared_secret_id === null || !isRequester) return null
  return (
    <TextLink to={paths.secret} params={{ id: String(shared_secret_id) }}>
      Go to the one-time secret
    </TextLink>
  )
}

/** The link to the token or integration that came out of the request, for administrators. */
function credentialOf({ api_token_id, integration_id }: AccessRequest): ReactNode {
  if (api_token_id !== null)
    return (
      <TextLink to={paths.api_token} params={{ id: String(api_token_id) }}>
        Go to the API token
      </TextLink>
    )
  if (integration_id === null) return null
  return (
    <TextLink to={paths.integration} params={{ id: String(integration_id) }}>
      Go to the integration
    </TextLink>
  )
}

/** The link to the checklist, for the requester and the integration-bot agent, who need not be administrators. */
function checklistOf({ integration_id }: AccessRequest): ReactNode {
  if (integration_id === null) return null
  return (
    <TextLink to={paths.own_integration} params={{ id: String(integration_id) }}>
      Go to the checklist of the integration
    </TextLink>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  )
}
