// The identity providers of this instance: listing, creating, changing and removing them.
// Does not belong here: the form (ProviderDialog.tsx).

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type IdentityProvider, identityProvidersQuery, useRemoveIdentityProvider, useSaveIdentityProvider } from './queries.ts'
import { ConfirmedAct, LoadedCard, reportError } from '#features/common/public.ts'
import { DataTable } from '#kit/table/DataTable.tsx'
import type { Column } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { FormActions } from '#kit/Card.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { SecondLine, Strong, Subtle } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'

const columns: readonly Column<IdentityProvider>[] = [
  {
    title: 'Provider',
    render: ({ name, issuer }) => (
      <>
        <Strong>{name}</Strong>
        <SecondLine>{issuer}</SecondLine>
      </>
    ),
  },
  {
    title: 'People',
    width: '164px',
    render: ({ link_by_verified_email, allowed_domains }) =>
      link_by_verified_email ? `Linked by e-mail: ${allowed_domains.join(', ')}` : 'Only people who are linked',
  },
  {
    title: 'Status',
    width: '88px',
    render: ({ active }) => (active ? <StatusTag tone="good">Active</StatusTag> : <StatusTag tone="off">Inactive</StatusTag>),
  },
]

/** Lists the identity providers, with the actions on each. */
export function ProvidersCard() {
  const [edited, setEdited] = useState<IdentityProvider | null>()
  return (
    <LoadedCard
      title="Identity providers"
      about={
        <Subtle>
          Services that agents and administrators sign in with by OpenID Connect. They add nobody: only people who are already here can sign
          in.
        </Subtle>
      }
      query={useQuery(identityProvidersQuery)}
      noun="identity providers"
      rows={2}
    >
      {(providers) => (
        <>
          {providers.length > 0 && <ProviderTable providers={providers} onEdit={setEdited} />}
          <FormActions>
            <Button onClick={() => setEdited(null)}>Add provider</Button>
          </FormActions>
          {edited !== undefined && <ProviderDialog provider={edited} onClose={() => setEdited(undefined)} />}
        </>
      )}
    </LoadedCard>
  )
}

interface ProviderTableProps {
  providers: readonly IdentityProvider[]
  onEdit: (provider: IdentityProvider) => void
}

function ProviderTable({ providers, onEdit }: ProviderTableProps) {
  const [page, setPage] = useState(1)
  const [removed, setRemoved] = useState<IdentityProvider>()
  const save = useSaveIdentityProvider()
  const setActive = ({ id }: IdentityProvider, active: boolean) =>
    save.mutate(
      { id, input: { active } },
      { onSuccess: () => showToast('success', active ? 'Provider activated' : 'Provider deactivated'), onError: reportError },
    )
  return (
    <>
      <DataTable
        label="Identity providers"
        entries={providers}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actionsOf={(provider) => [
          { label: 'Edit', onSelect: () => onEdit(provider) },
          provider.active
            ? { label: 'Deactivate', onSelect: () => setActive(provider, false) }
            : { label: 'Activate', onSelect: () => setActive(provider, true) },
          { label: 'Remove', isDanger: true, onSelect: () => setRemoved(provider) },
        ]}
        page={page}
        onPage={setPage}
      />
      {removed && <RemoveDialog provider={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function RemoveDialog({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
  const remove = useRemoveIdentityProvider()
  return (
    <ConfirmedAct
      title={`Remove ${provider.name}?`}
      actionLabel="Remove"
      isDanger
      act={() => remove.mutateAsync(provider.id)}
      done="Provider removed"
      onClose={onClose}
    >
      Nobody can sign in with it any more, and its links to people are deleted. Open sessions continue.
    </ConfirmedAct>
  )
}
