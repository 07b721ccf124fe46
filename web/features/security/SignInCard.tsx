import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type SecondFactorPolicy, type SecuritySettings, useChangeSecurity } from './queries.ts'
import { isSame, membersWhere } from '#lib/objects.ts'
import { CardForm } from '#features/common/public.ts'
import { type Choice, RadioGroup } from '#kit/fields.tsx'
import { Notice } from '#kit/Notice.tsx'
import { showToast } from '#kit/toasts.tsx'

const factors: readonly Choice<SecondFactorPolicy>[] = [
  { value: 'optional', label: 'Optional', hint: 'People can set one up on their account page.' },
  {
    value: 'staff',
    label: 'Agents and administrators must have one',
    hint: 'After signing in, people without one can only set one up. Their passwords no longer work for the API.',
  },
  { value: 'off', label: 'Nobody can set one up', hint: 'People who have one are still asked for it.' },
]

const ways: readonly Choice<'both' | 'sso'>[] = [
  { value: 'both', label: 'A password, or an identity provider' },
  {
    value: 'sso',
    label: 'An identity provider only',
    hint: 'The owner may still use the password, so that there is a way in when the provider fails. It is recorded.',
  },
]

const draftOf = ({ second_factor, sso_only }: SecuritySettings) => ({ second_factor, sso_only })

/** Who needs a second factor, and how staff may sign in. */
export function SignInCard({ security }: { security: SecuritySettings }) {
  const change = useChangeSecurity()
  // what the draft was made from: what is read meanwhile is no change of this form
  const [base, setBase] = useState(() => draftOf(security))
  const [draft, setDraft] = useState(base)
  const changes = membersWhere(draft, (member) => draft[member] !== base[member])
  const isUnchanged = isSame(changes, {})
  const error = isUnchanged ? null : change.error
  const save = () =>
    change.mutate(changes, {
      onSuccess: (saved) => {
        setBase(draftOf(saved))
        setDraft(draftOf(saved))
        showToast('success', 'Saved')
      },
    })
  const needsProvider = detailOf(error, 'security.sso_only')
  return (
    <CardForm
      title="Signing in"
      actionLabel="Save"
      error={error}
      failure="This could not be saved"
      fields={['security.sso_only']}
      isBusy={change.isPending}
      isUnchanged={isUnchanged}
      onSubmit={save}
    >
      <RadioGroup
        legend="Second factor"
        name="second_factor"
        choices={factors}
        value={draft.second_factor}
        onChange={(second_factor) => setDraft({ ...draft, second_factor })}
      />
      <RadioGroup
        legend="Agents and administrators sign in with"
        name="ways"
        choices={ways}
        value={draft.sso_only ? 'sso' : 'both'}
        onChange={(way) => setDraft({ ...draft, sso_only: way === 'sso' })}
      />
      {needsProvider !== undefined && (
        <Notice type="error" title="There is no active identity provider">
          Add one below first, and sign in with it once.
        </Notice>
      )}
    </CardForm>
  )
}
