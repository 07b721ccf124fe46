import { createLink } from '@tanstack/react-router'
import { useNow } from '#lib/clock.ts'
import { accessRequestIdOf, paths } from '#lib/paths.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Breakable, ExternalLink, Mono, SecondLine, Strong, Subtle, TextAnchor } from '#kit/text.tsx'
import { exceptionLabels, isWebAddress, statusOf } from './token.ts'
import type { ApiToken } from './queries.ts'

const TextLink = createLink(TextAnchor)

/** The columns of the list of API tokens. */
export const tokenColumns: readonly Column<ApiToken>[] = [
  { title: 'Description', render: (token) => <Description token={token} /> },
  { title: 'Created', width: '20%', render: (token) => <Created token={token} /> },
  { title: 'Last used', width: '15%', render: ({ last_used }) => <LastUsed at={last_used} /> },
  { title: 'State', width: '116px', render: (token) => <Status token={token} /> },
]

/** When a token was last used, or "Never". */
export function LastUsed({ at }: { at: string | null }) {
  return at === null ? <Subtle>Never</Subtle> : <RelativeTime at={at} />
}

/** The description of a token; links to its access request, on this instance or in another tracker. */
export function DescriptionText({ description }: { description: string }) {
  const id = accessRequestIdOf(description, location.origin)
  if (id !== undefined)
    return (
      <TextLink to={paths.access_request} params={{ id: String(id) }}>
        <Breakable text={description} />
      </TextLink>
    )
  return isWebAddress(description) ? <ExternalLink href={description}>{description}</ExternalLink> : <Strong>{description}</Strong>
}

function Description({ token }: { token: ApiToken }) {
  const { id, description, visible_token, exception, reason, assigned_user_id, assigned_user_name } = token
  return (
    <div>
      <DescriptionText description={description} />
      {exception && (
        <SecondLine>
          {exceptionLabels[exception]}
          {reason && `: ${reason}`}
        </SecondLine>
      )}
      {assigned_user_id !== null && <SecondLine>Bound to {assigned_user_name ?? `user ${assigned_user_id}`}</SecondLine>}
      <SecondLine>
        <TextLink to={paths.api_token} params={{ id: String(id) }} aria-label={`Details of ${visible_token}`}>
          <Mono>{visible_token}</Mono>
        </TextLink>
      </SecondLine>
    </div>
  )
}

function Created({ token }: { token: ApiToken }) {
  return (
    <div>
      <RelativeTime at={token.created_at} />
      {token.user_name && <SecondLine>by {token.user_name}</SecondLine>}
    </div>
  )
}

function Status({ token }: { token: ApiToken }) {
  const { label, tone } = statusOf(token, useNow())
  return (
    <div>
      <StatusTag tone={tone}>{label}</StatusTag>
      {token.active && token.expires_at !== null && (
        <SecondLine>
          {label === 'Expired' ? 'expired' : 'expires'} <RelativeTime at={token.expires_at} />
        </SecondLine>
      )}
    </div>
  )
}
