import type { ApiToken } from '../../../api/types.ts'
import { useNow } from '../../../clock.ts'
import type { Column } from '../../../table/DataTable.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { ExternalLink, Mono, SecondLine, Strong, Subtle } from '../../../ui/text.tsx'
import { exceptionLabels, isWebAddress, statusOf } from './token.ts'

/** The columns of the list of API tokens. */
export const tokenColumns: readonly Column<ApiToken>[] = [
  { title: 'Description', render: (token) => <Description token={token} /> },
  { title: 'Created', width: '20%', render: (token) => <Created token={token} /> },
  { title: 'Last used', width: '15%', render: ({ last_used }) => <LastUsed at={last_used} /> },
  { title: 'Status', width: '132px', render: (token) => <Status token={token} /> },
]

/** When a token was last used, or that it never was. */
export function LastUsed({ at }: { at: string | null }) {
  return at === null ? <Subtle>Never</Subtle> : <RelativeTime at={at} />
}

function Description({ token }: { token: ApiToken }) {
  const { description, visible_token, exception, reason } = token
  return (
    <div>
      {isWebAddress(description) ? <ExternalLink href={description}>{description}</ExternalLink> : <Strong>{description}</Strong>}
      {exception && (
        <SecondLine>
          {exceptionLabels[exception]}
          {reason && `: ${reason}`}
        </SecondLine>
      )}
      <SecondLine>
        <Mono>{visible_token}</Mono>
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
