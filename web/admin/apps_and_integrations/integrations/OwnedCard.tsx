import { createLink } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../table/PlainTable.tsx'
import { PlainTable } from '../../../table/PlainTable.tsx'
import { Card, CardHead, CardTitle } from '../../../ui/Card.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { SecondLine, Subtle, TextAnchor } from '../../../ui/text.tsx'
import type { Integration, IntegrationCredential, IntegrationKind } from '../../../api/types.ts'

const TextLink = createLink(TextAnchor)

/** The credentials that are revoked with an integration. */
export function OwnedCard({ integration: { credentials }, kind }: { integration: Integration; kind: IntegrationKind | undefined }) {
  return (
    <Card>
      <CardHead>
        <CardTitle>What it owns</CardTitle>
        <p>
          {credentials.length === 0 ? 'No credentials.' : 'Revoking the integration removes exactly these credentials, immediately.'}{' '}
          {kind !== undefined && credentials.length === 0 && `What an integration of this kind can own: ${kind.owns.join('; ')}.`}
        </p>
      </CardHead>
      {credentials.length > 0 && (
        <PlainTable label="Owned credentials" entries={credentials} columns={columns} keyOf={({ type, id }) => `${type} ${id}`} />
      )}
    </Card>
  )
}

function Credential({ type, id, label, active }: IntegrationCredential) {
  const params = { id: String(id) }
  return (
    <div>
      {type === 'oauth_client' ? (
        <TextLink to={paths.oauth_client} params={params}>
          {label}
        </TextLink>
      ) : (
        <TextLink to={paths.api_token} params={params}>
          {label}
        </TextLink>
      )}
      <SecondLine>
        {type === 'oauth_client' ? 'OAuth client' : 'API token'}
        {!active && ', inactive'}
      </SecondLine>
    </div>
  )
}

const columns: readonly Column<IntegrationCredential>[] = [
  { title: 'Credential', render: (credential) => <Credential {...credential} /> },
  { title: 'Tokens', width: '110px', render: ({ tokens }) => tokens.toLocaleString('en') },
  {
    title: 'Last used',
    width: '180px',
    render: ({ last_used_at }) => (last_used_at === null ? <Subtle>Never</Subtle> : <RelativeTime at={last_used_at} />),
  },
]
