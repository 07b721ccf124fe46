import { createLink } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { SecondLine, Subtle, TextAnchor } from '#kit/text.tsx'
import type { Integration, IntegrationCredential, IntegrationKind } from './queries.ts'
import { formatNumber } from '#kit/numbers.ts'

const TextLink = createLink(TextAnchor)

/** What ends with an integration: its credentials and its webhook. */
export function OwnedCard({ integration: { credentials }, kind }: { integration: Integration; kind: IntegrationKind | undefined }) {
  return (
    <Card>
      <CardHead>
        <CardTitle>What it owns</CardTitle>
        <p>
          {credentials.length === 0 ? 'No credentials.' : 'Revoking the integration ends exactly these, immediately.'}{' '}
          {kind !== undefined && credentials.length === 0 && `What an integration of this kind can own: ${kind.owns.join('; ')}.`}
        </p>
      </CardHead>
      {credentials.length > 0 && (
        <PlainTable label="What it owns" entries={credentials} columns={columns} keyOf={({ type, id }) => `${type} ${id}`} />
      )}
    </Card>
  )
}

const TYPES: Readonly<Record<IntegrationCredential['type'], string>> = {
  oauth_client: 'OAuth client',
  api_token: 'API token',
  webhook: 'Webhook',
}

function Credential({ type, id, label, active }: IntegrationCredential) {
  const params = { id: String(id) }
  return (
    <div>
      {type === 'webhook' && (
        <TextLink to={paths.webhook} params={params}>
          {label}
        </TextLink>
      )}
      {type === 'oauth_client' && (
        <TextLink to={paths.oauth_client} params={params}>
          {label}
        </TextLink>
      )}
      {type === 'api_token' && (
        <TextLink to={paths.api_token} params={params}>
          {label}
        </TextLink>
      )}
      <SecondLine>
        {TYPES[type]}
        {!active && ', inactive'}
      </SecondLine>
    </div>
  )
}

const columns: readonly Column<IntegrationCredential>[] = [
  { title: 'Name', render: (credential) => <Credential {...credential} /> },
  {
    title: 'Tokens',
    width: '96px',
    render: ({ type, tokens }) => (type === 'webhook' ? <Subtle>–</Subtle> : formatNumber(tokens)),
  },
  {
    title: 'Last used',
    width: '156px',
    render: ({ last_used_at }) => (last_used_at === null ? <Subtle>Never</Subtle> : <RelativeTime at={last_used_at} />),
  },
]
