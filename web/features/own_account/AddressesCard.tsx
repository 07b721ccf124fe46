import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reportError, ConfirmedAct, FormError, LoadedCard } from '#features/common/public.ts'
import { detailOf } from '#contract/errors.ts'
import { type Address, addressesQuery, useAddAddress, useMailAddressLink, useMakePrimary, useRemoveAddress } from './profile.ts'
import { type Role, useSendsMail } from '#features/session/public.ts'
import { type Column, PlainTable } from '#kit/table/PlainTable.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { Button } from '#kit/Button.tsx'
import { FormActions } from '#kit/Card.tsx'
import { TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { type RowAction, RowMenu } from '#kit/RowMenu.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Strong, Subtle } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'

interface Owner {
  id: number
  role: Role
}

const columns: readonly Column<Address>[] = [
  {
    title: 'Address',
    render: ({ value }) => (
      <Strong>
        <EmailAddress text={value} />
      </Strong>
    ),
  },
  { title: 'State', width: '132px', render: (address) => <State {...address} /> },
]

/** The e-mail addresses of the signed-in user, and which of them is primary. */
export function AddressesCard({ owner }: { owner: Owner }) {
  const [isAdding, setAdding] = useState(false)
  const [doomed, setDoomed] = useState<Address>()
  const actionsOf = useActions(setDoomed)
  return (
    <LoadedCard
      title="E-mail addresses"
      about={<Subtle>You can sign in with any verified address. Mails go to the primary one.</Subtle>}
      query={useQuery(addressesQuery(owner.id))}
      noun="e-mail addresses"
      rows={1}
    >
      {(addresses) => (
        <>
          <PlainTable
            label="E-mail addresses"
            entries={addresses}
            columns={columns}
            keyOf={({ id }) => id}
            menuOf={(address) =>
              actionsOf(address).length > 0 && <RowMenu label={`Actions for ${address.value}`} actions={actionsOf(address)} />
            }
          />
          <FormActions>
            <Button onClick={() => setAdding(true)}>Add an address</Button>
          </FormActions>
          {isAdding && <AddDialog owner={owner} onClose={() => setAdding(false)} />}
          {doomed && <RemoveDialog address={doomed} onClose={() => setDoomed(undefined)} />}
        </>
      )}
    </LoadedCard>
  )
}

function State({ primary, verified }: Address) {
  if (!verified) return <StatusTag tone="warning">Not verified</StatusTag>
  return primary ? <StatusTag tone="good">Primary</StatusTag> : <StatusTag tone="off">Verified</StatusTag>
}

/** The actions of an address; none for the primary one, which another address must replace first. */
function useActions(onRemove: (address: Address) => void): (address: Address) => readonly RowAction[] {
  const mailLink = useMailAddressLink()
  const makePrimary = useMakePrimary()
  const linkSentence = useLinkSentence()
  return (address) => {
    const withToast = (sentence: string) => ({ onSuccess: () => showToast('success', sentence), onError: reportError })
    const mailIt = { label: 'Mail the link again', onSelect: () => mailLink.mutate(address, withToast(linkSentence(address.value))) }
    const preferIt = { label: 'Make primary', onSelect: () => makePrimary.mutate(address, withToast(`Mails now go to ${address.value}`)) }
    const removeIt = { label: 'Remove', isDanger: true, onSelect: () => onRemove(address) }
    return [
      ...(address.verified ? [] : [mailIt]),
      ...(address.verified && !address.primary ? [preferIt] : []),
      ...(address.primary ? [] : [removeIt]),
    ]
  }
}

/** What became of the link to an address. */
function useLinkSentence(): (to: string) => string {
  const sendsMail = useSendsMail()
  return (to) => (sendsMail ? `Link mailed to ${to}` : `Link to ${to} kept in the outbox: ask an administrator for it`)
}

function AddDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const add = useAddAddress(owner)
  const linkSentence = useLinkSentence()
  const sendsMail = useSendsMail()
  const [value, setValue] = useState('')
  const finish = () => {
    showToast('success', linkSentence(value.trim()))
    onClose()
  }
  return (
    <FormDialog
      title="Add an e-mail address"
      actionLabel="Add"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate(value, { onSuccess: finish })}
      onClose={onClose}
    >
      <FormError error={add.error} title="The address was not added" fields={['value']} />
      <p>
        {sendsMail ? 'A mail with a link goes to it.' : 'There is no mail server: an administrator passes the link to it on to you.'} The
        address counts once you have followed the link; then you can make it the primary one.
      </p>
      <TextField
        label="New address"
        name="email"
        type="email"
        autoComplete="email"
        value={value}
        onChange={setValue}
        error={detailOf(add.error, 'value')}
        isRequired
      />
    </FormDialog>
  )
}

function RemoveDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const remove = useRemoveAddress()
  return (
    <ConfirmedAct
      title={`Remove ${address.value}?`}
      actionLabel="Remove"
      isDanger
      act={() => remove.mutateAsync(address)}
      done="Address removed"
      onClose={onClose}
    >
      You can no longer sign in with it.
    </ConfirmedAct>
  )
}
