import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../api/errors.ts'
import { clientTokensQuery, useRevokeClientToken } from '../../../api/oauth_clients.ts'
import type { ClientToken, OAuthClient } from '../../../api/oauth_clients.ts'
import { DataTable } from '../../../table/DataTable.tsx'
import { Card, CardHead, CardTitle } from '../../../ui/Card.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Facts, Mono } from '../../../ui/text.tsx'
import { useShowToast } from '../../../ui/toasts.tsx'
import { useReportError } from '../../use_report_error.ts'
import { tokenColumns } from './columns.tsx'

/** The tokens a client was granted: as whom it acts, with what, and taking one back. */
export function TokensCard({ client }: { client: OAuthClient }) {
  return (
    <Card>
      <CardHead>
        <CardTitle>Tokens</CardTitle>
      </CardHead>
      <TokenList client={client} />
    </Card>
  )
}

function TokenList({ client }: { client: OAuthClient }) {
  const { data: tokens, error, refetch } = useQuery(clientTokensQuery(client.id))
  const [page, setPage] = useState(1)
  const [doomed, setDoomed] = useState<ClientToken>()
  if (tokens === undefined && error !== null) {
    return (
      <Notice type="error" title="The tokens could not be loaded" action={{ label: 'Try again', onClick: () => void refetch() }}>
        {describeError(error)}
      </Notice>
    )
  }
  if (tokens === undefined) return <LoadingRows label="Loading the tokens" rows={3} />
  return (
    <>
      {tokens.length === 0 ? (
        <EmptyState icon="lock" title="No tokens yet">
          Nobody has allowed this client anything so far, and it has asked for nothing in its own name.
        </EmptyState>
      ) : (
        <DataTable
          label="Tokens"
          entries={tokens}
          columns={tokenColumns}
          keyOf={(token) => token.id}
          nameOf={(token) => `${token.user_name} ${token.token}`}
          actionsOf={(token) => [{ label: 'Revoke', isDanger: true, onSelect: () => setDoomed(token) }]}
          page={page}
          onPage={setPage}
        />
      )}
      {doomed && <RevokeDialog token={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

function RevokeDialog({ token, onClose }: { token: ClientToken; onClose: () => void }) {
  const revoke = useRevokeClientToken()
  const showToast = useShowToast()
  const reportError = useReportError()
  const act = async () => {
    try {
      await revoke.mutateAsync(token.id)
      showToast('success', 'Token revoked')
    } catch (error) {
      reportError(error)
    }
    onClose()
  }
  return (
    <ConfirmDialog title="Revoke this token?" actionLabel="Revoke" isDanger isBusy={revoke.isPending} onConfirm={act} onClose={onClose}>
      The next call made with it is refused, and it cannot be refreshed any more.
      <Facts>
        <dt>Acts as</dt>
        <dd>{token.user_name}</dd>
        <dt>Token</dt>
        <dd>
          <Mono>{token.token}</Mono>
        </dd>
      </Facts>
    </ConfirmDialog>
  )
}
