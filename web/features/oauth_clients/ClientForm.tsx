import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import type { OAuthClient, OAuthClientInput } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { ScopesField } from '#features/oauth_consent/public.ts'
import { FormBody } from '#kit/Card.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { Switch } from '#kit/Switch.tsx'
import { RadioGroup, TextArea, TextField } from '#kit/fields.tsx'
import type { Choice } from '#kit/fields.tsx'
import { type ClientDraft, draftOf, inputOf } from './draft.ts'

const kinds: readonly Choice<OAuthClient['kind']>[] = [
  { value: 'confidential', label: 'Confidential', hint: 'Runs on a server and can keep a secret.' },
  { value: 'public', label: 'Public', hint: 'Runs in a browser or on a phone. It must use PKCE with S256.' },
]
const scopeLimits: readonly Choice<'any' | 'chosen'>[] = [
  { value: 'any', label: 'Any', hint: 'Its tokens may have any scope.' },
  { value: 'chosen', label: 'Only chosen ones', hint: 'Its tokens may have only the scopes chosen here.' },
]
const MEMBERS = [
  'name',
  'identifier',
  'company',
  'description',
  'redirect_uri',
  'kind',
  'scopes',
  'allowed_ips',
  'per_minute',
  'may_act_in_person',
] as const

interface ClientFormProps {
  /** The client being changed; undefined when one is registered. */
  client?: OAuthClient
  /** Why the last attempt failed. */
  error: Error | null
  isBusy: boolean
  onSave: (input: OAuthClientInput) => void
  onCancel?: () => void
}

/** The form of a client. The server validates; its errors are shown at the fields. */
export function ClientForm({ client, error, isBusy, onSave, onCancel }: ClientFormProps) {
  const [draft, setDraft] = useState<ClientDraft>(() => draftOf(client))
  return (
    <SubmitForm error={error} isBusy={isBusy} onSubmit={() => onSave(inputOf(draft))}>
      <FormBody>
        <FormError error={error} title="The client was not saved" fields={MEMBERS} />
        <Fields draft={draft} error={error} onChange={(change) => setDraft({ ...draft, ...change })} />
      </FormBody>
      <SubmitActions label="Save" isBusy={isBusy} onCancel={onCancel} />
    </SubmitForm>
  )
}

interface FieldsProps {
  draft: ClientDraft
  error: Error | null
  onChange: (change: Partial<ClientDraft>) => void
}

function Fields({ draft, error, onChange }: FieldsProps) {
  const bindText = (name: Exclude<keyof ClientDraft, 'kind' | 'scopes' | 'may_act_in_person'>) => ({
    name,
    value: draft[name],
    error: detailOf(error, name),
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      <TextField
        {...bindText('name')}
        label="Name"
        hint="Shown to people when they are asked to allow the program."
        autoComplete="off"
        isRequired
      />
      <TextField
        {...bindText('identifier')}
        label="Identifier"
        hint="The client_id that the program sends."
        autoComplete="off"
        isRequired
      />
      <TextField {...bindText('company')} label="Company" autoComplete="off" />
      <TextArea {...bindText('description')} label="Description" hint="What the program does for its users. Shown on the consent page." />
      <RadioGroup legend="Kind" name="kind" choices={kinds} value={draft.kind} onChange={(kind) => onChange({ kind })} />
      <TextArea
        {...bindText('redirect_uri')}
        label="Redirect addresses"
        hint="Where people are sent back to, one on each line. An address must match exactly, and begin with https:// unless it is on the person’s own machine."
      />
      <Ceiling scopes={draft.scopes} error={detailOf(error, 'scopes')} onChange={(scopes) => onChange({ scopes })} />
      <Bounds at={bindText} />
      <Switch
        label="May decide about access in people’s names"
        hint="It may ask people for the scope in_person, and approve, review and issue access requests as those who allow it. Switching this off withdraws the scope from all its tokens."
        isOn={draft.may_act_in_person}
        onChange={(may_act_in_person) => onChange({ may_act_in_person })}
      />
    </>
  )
}

interface CeilingProps {
  scopes: ClientDraft['scopes']
  error: string | undefined
  onChange: (scopes: ClientDraft['scopes']) => void
}

/** The scopes its tokens may be granted at most. "Any" is a separate choice: unchecking the last scope must not allow all of them. */
function Ceiling({ scopes, error, onChange }: CeilingProps) {
  return (
    <>
      <RadioGroup
        legend="Scopes"
        name="ceiling"
        choices={scopeLimits}
        value={scopes === null ? 'any' : 'chosen'}
        onChange={(ceiling) => onChange(ceiling === 'any' ? null : [])}
      />
      {scopes !== null && <ScopesField values={scopes} error={error} onChange={onChange} />}
    </>
  )
}

interface BoundsProps {
  at: (name: 'allowed_ips' | 'per_minute') => {
    name: string
    value: string
    error: string | undefined
    onChange: (value: string) => void
  }
}

function Bounds({ at }: BoundsProps) {
  return (
    <>
      <TextArea
        {...at('allowed_ips')}
        label="Allowed addresses"
        hint="One address or network on each line, such as 192.0.2.0/24. Empty: from anywhere."
      />
      <TextField
        {...at('per_minute')}
        label="Calls a minute"
        hint="Of all its tokens together; calls beyond that get status 429. Empty: only the limit of the instance."
        autoComplete="off"
      />
    </>
  )
}
