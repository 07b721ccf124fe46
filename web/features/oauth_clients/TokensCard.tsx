import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ClientToken, clientTokensQuery, type OAuthClient, useRevokeClientToken } from './queries.ts'
import { ConfirmedAct, LoadedCard } from '#features/common/public.ts'
import { DataTable } from '#kit/table/DataTable.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Facts, Mono } from '#kit/text.tsx'
import { tokenColumns } from './columns.tsx'

/** The tokens granted to a client: user, scopes, and a way to revoke each. */
export function TokensCard({ client }: { client: OAuthClient }) {
  const [page, setPage] = useState(1)
  const [revoking, setRevoking] = useState<ClientToken>()
  return (
    <LoadedCard title="Tokens" query={useQuery(clientTokensQuery(client.id))} noun="tokens">
      {(tokens) => (
        <>
          {tokens.length === 0 ? (
            <EmptyState icon="lock" title="No tokens yet">
              No user has authorized this client yet, and it has requested no token in its own name.
            </EmptyState>
          ) : (
            <DataTable
              label="Tokens"
              entries={tokens}
              columns={tokenColumns}
              keyOf={(token) => token.id}
              nameOf={(token) => `${token.user_name} ${token.token}`}
              actionsOf={(token) => [{ label: 'Revoke', isDanger: true, onSelect: () => setRevoking(token) }]}
              page={page}
              onPage={setPage}
            />
          )}
          {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />}
        </>
      )}
    </LoadedCard>
  )
}

function RevokeDialog({ token, onClose }: { token: ClientToken; onClose: () => void }) {
  const revoke = useRevokeClientToken()
  return (
    <ConfirmedAct
      title="Revoke this token?"
      actionLabel="Revoke"
      isDanger
      act={() => revoke.mutateAsync(token.id)}
      done="Token revoked"
      onClose={onClose}
    >
      <p>The next call made with it is refused, and it cannot be refreshed any more.</p>
      <Facts>
        <dt>Acts as</dt>
        <dd>{token.user_name}</dd>
        <dt>Token</dt>
        <dd>
          <Mono>{token.token}</Mono>
        </dd>
      </Facts>
    </ConfirmedAct>
  )
}
