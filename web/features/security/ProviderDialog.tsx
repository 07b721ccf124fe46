import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type IdentityProvider, type IdentityProviderInput, useSaveIdentityProvider } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { CopyField } from '#kit/CopyField.tsx'
import { CheckboxGroup, TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { PasswordField } from '#kit/PasswordField.tsx'
import { showToast } from '#kit/toasts.tsx'

const links = [
  {
    value: 'link',
    label: 'Link people by their verified e-mail address',
    hint: 'The first time somebody signs in there with the address of an agent or administrator here.',
  },
] as const

const MEMBERS = ['name', 'issuer', 'client_id', 'client_secret', 'allowed_domains'] as const

interface Draft {
  name: string
  issuer: string
  client_id: string
  client_secret: string
  allowed_domains: string
  link_by_verified_email: boolean
}

const draftOf = (provider: IdentityProvider | null): Draft => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: '',
  allowed_domains: provider?.allowed_domains.join(', ') ?? '',
  link_by_verified_email: provider?.link_by_verified_email ?? false,
})

/** An empty secret keeps the stored one. */
function inputOf({ client_secret, allowed_domains, ...draft }: Draft, isNew: boolean): IdentityProviderInput {
  const domains = allowed_domains.split(/[\s,]+/).filter((domain) => domain !== '')
  return { ...draft, allowed_domains: domains, ...(isNew || client_secret !== '' ? { client_secret } : {}) }
}

/** Creates an identity provider, or changes the given one. */
export function ProviderDialog({ provider, onClose }: { provider: IdentityProvider | null; onClose: () => void }) {
  const save = useSaveIdentityProvider()
  const [draft, setDraft] = useState(() => draftOf(provider))
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const { error } = save
  const submit = () =>
    save.mutate(
      { id: provider?.id ?? null, input: inputOf(draft, provider === null) },
      {
        onSuccess: () => {
          showToast('success', provider === null ? 'Provider added' : 'Provider saved')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={provider === null ? 'Add an identity provider' : `Edit ${provider.name}`}
      actionLabel={provider === null ? 'Add' : 'Save'}
      isBusy={save.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={error} title="The provider could not be saved" fields={MEMBERS} />
      <CopyField
        label="Redirect address"
        name="redirect_uri"
        value={`${window.location.origin}/access/sso/callback`}
        hint="Register this at the provider; it gives you the client and its secret."
      />
      <ProviderFields draft={draft} kept={provider?.client_secret} set={set} error={error} />
    </FormDialog>
  )
}

interface ProviderFieldsProps {
  draft: Draft
  /** The first characters of the stored secret. */
  kept: string | undefined
  set: (part: Partial<Draft>) => void
  error: Error | null
}

function ProviderFields({ draft, kept, set, error }: ProviderFieldsProps) {
  const bindText = (name: 'name' | 'issuer' | 'client_id' | 'allowed_domains') => ({
    name,
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
    error: detailOf(error, name),
  })
  return (
    <>
      <TextField label="Name" hint="Shown on the button of the sign-in page." {...bindText('name')} isRequired />
      {kept === undefined ? (
        <TextField
          label="Issuer"
          type="url"
          hint="Such as https://login.example.com. Everything else is found from there."
          {...bindText('issuer')}
          isRequired
        />
      ) : (
        <p>Issuer: {draft.issuer}</p>
      )}
      <TextField label="Client" {...bindText('client_id')} isRequired />
      <PasswordField
        label="Client secret"
        name="client_secret"
        hint={kept === undefined ? undefined : `Empty: ${kept} stays.`}
        value={draft.client_secret}
        onChange={(client_secret) => set({ client_secret })}
        error={detailOf(error, 'client_secret')}
      />
      <CheckboxGroup
        legend="People"
        name="link"
        choices={links}
        values={draft.link_by_verified_email ? ['link'] : []}
        onChange={(chosen) => set({ link_by_verified_email: chosen.length > 0 })}
      />
      <TextField
        label="Domains whose addresses the provider may vouch for"
        hint="Separated by commas, such as example.com."
        {...bindText('allowed_domains')}
      />
    </>
  )
}
