import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationsQuery, type AuthorizedApplication, useRevokeApplication } from './authorized_applications.ts'
import { ConfirmedAct, LoadedCard } from '#features/common/public.ts'
import { type Column, PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { SecondLine, ScreenReaderOnly, Strong, Subtle } from '#kit/text.tsx'

/** The applications the signed-in user has authorized, with a way to revoke them. */
export function ApplicationsCard() {
  const [revoking, setDoomed] = useState<AuthorizedApplication>()
  const columns: readonly Column<AuthorizedApplication>[] = [
    { title: 'Application', render: (application) => <Application {...application} /> },
    { title: 'Scopes', width: '28%', render: ({ scopes }) => <span>{scopes.join(' ')}</span> },
    {
      title: 'Last used',
      width: '96px',
      render: ({ last_used_at: at }) => (at === null ? <Subtle>Never</Subtle> : <RelativeTime at={at} />),
    },
    { title: 'Revoke', width: '96px', render: (application) => <RevokeButton {...application} onAsk={() => setDoomed(application)} /> },
  ]
  return (
    <LoadedCard
      title="Authorized applications"
      about={<Subtle>Programs that can act for you. Revoke any that you do not recognize or no longer use.</Subtle>}
      query={useQuery(applicationsQuery)}
      noun="applications"
    >
      {(applications) => (
        <>
          {applications.length === 0 ? (
            <EmptyState icon="lock" title="No applications">
              No program holds an OAuth token of yours.
            </EmptyState>
          ) : (
            <PlainTable label="Authorized applications" entries={applications} columns={columns} keyOf={({ id }) => id} />
          )}
          {revoking && <RevokeDialog application={revoking} onClose={() => setDoomed(undefined)} />}
        </>
      )}
    </LoadedCard>
  )
}

function Application({ name, company, granted_at, tokens_count }: AuthorizedApplication) {
  return (
    <>
      <Strong>{name}</Strong>
      {company !== '' && <SecondLine>{company}</SecondLine>}
      <SecondLine>
        {tokens_count > 1 && `${tokens_count} tokens, `}granted <RelativeTime at={granted_at} />
      </SecondLine>
    </>
  )
}

function RevokeButton({ name, onAsk }: { name: string; onAsk: () => void }) {
  return (
    <Button size="small" onClick={onAsk}>
      Revoke<ScreenReaderOnly> {name}</ScreenReaderOnly>
    </Button>
  )
}

function RevokeDialog({ application, onClose }: { application: AuthorizedApplication; onClose: () => void }) {
  const { id, name, grant_types } = application
  const revoke = useRevokeApplication()
  return (
    <ConfirmedAct
      title={`Revoke the access of ${name}?`}
      actionLabel="Revoke"
      isDanger
      act={() => revoke.mutateAsync(id)}
      done={`${name} can no longer act for you`}
      onClose={onClose}
    >
      {name} is refused from its next call on.{' '}
      {grant_types.includes('client_credentials')
        ? 'You own this client: its secret can get it another token. To stop that, an administrator makes a new secret or deletes the client.'
        : 'To use it again, you allow it again.'}
    </ConfirmedAct>
  )
}
