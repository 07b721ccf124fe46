import { createLink } from '@tanstack/react-router'
import type { ClientToken, OAuthClient } from './queries.ts'
import { paths } from '#lib/paths.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { LongMono, Mono, SecondLine, Strong, Subtle, TextAnchor } from '#kit/text.tsx'

const TextLink = createLink(TextAnchor)

/** The columns of the list of clients. */
export const clientColumns: readonly Column<OAuthClient>[] = [
  { title: 'Name', render: (client) => <Name client={client} /> },
  { title: 'Scopes', width: '28%', render: ({ scopes }) => <Ceiling scopes={scopes} /> },
  { title: 'Created', width: '16%', render: ({ created_at }) => <RelativeTime at={created_at} /> },
  { title: 'Kind', width: '116px', render: (client) => <Kind {...client} /> },
]

/** The columns of the list of a client's tokens. */
export const tokenColumns: readonly Column<ClientToken>[] = [
  { title: 'Acts as', render: (token) => <Owner token={token} /> },
  { title: 'Scopes', width: '28%', render: ({ scopes }) => <span>{scopes.join(' ')}</span> },
  {
    title: 'Last used',
    width: '16%',
    render: ({ used_at }) => (used_at === null ? <Subtle>Never</Subtle> : <RelativeTime at={used_at} />),
  },
  { title: 'Ends', width: '18%', render: (token) => <End token={token} /> },
]

const GRANTS: Readonly<Record<string, string>> = {
  authorization_code: 'Allowed by the person',
  client_credentials: 'In its own name',
  password: 'With a password',
}

function Name({ client }: { client: OAuthClient }) {
  return (
    <div>
      <TextLink to={paths.oauth_client} params={{ id: String(client.id) }}>
        {client.name}
      </TextLink>
      {client.company !== '' && <SecondLine>{client.company}</SecondLine>}
      <SecondLine>
        <LongMono>{client.identifier}</LongMono>
      </SecondLine>
    </div>
  )
}

function Ceiling({ scopes }: Pick<OAuthClient, 'scopes'>) {
  return scopes === null ? <Subtle>Any</Subtle> : <span>{scopes.join(' ')}</span>
}

function Kind({ kind, may_act_in_person }: Pick<OAuthClient, 'kind' | 'may_act_in_person'>) {
  return (
    <div>
      <StatusTag tone={kind === 'public' ? 'note' : 'off'}>{kind === 'public' ? 'Public' : 'Confidential'}</StatusTag>
      {may_act_in_person && <SecondLine>Decides in person</SecondLine>}
    </div>
  )
}

function Owner({ token }: { token: ClientToken }) {
  return (
    <div>
      <Strong>{token.user_name}</Strong>
      <SecondLine>
        {token.grant_type === null ? 'Made through the API' : (GRANTS[token.grant_type] ?? token.grant_type)},{' '}
        <RelativeTime at={token.created_at} />
      </SecondLine>
      <SecondLine>
        <Mono>{token.token}</Mono>
      </SecondLine>
    </div>
  )
}

function End({ token: { expires_at, refresh_token_expires_at } }: { token: ClientToken }) {
  if (expires_at === null) return <Subtle>When it is revoked</Subtle>
  return (
    <div>
      <RelativeTime at={expires_at} />
      {refresh_token_expires_at !== null && (
        <SecondLine>
          Refresh token: <RelativeTime at={refresh_token_expires_at} />
        </SecondLine>
      )}
    </div>
  )
}
