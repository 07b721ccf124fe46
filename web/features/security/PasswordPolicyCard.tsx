import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type PasswordPolicy, type SecuritySettings, useChangeSecurity } from './queries.ts'
import { isSame, membersWhere } from '#lib/objects.ts'
import { CardForm } from '#features/common/public.ts'
import { CheckboxGroup, SelectField, TextField } from '#kit/fields.tsx'
import { showToast } from '#kit/toasts.tsx'

const complexities = [
  { value: '0', label: 'Anything' },
  { value: '1', label: 'Letters and numbers' },
  { value: '2', label: 'Letters, numbers and special characters' },
]
const flags = [
  { value: 'mixed_case', label: 'Lower and upper case letters' },
  { value: 'forbid_email_parts', label: 'Without the first part of the e-mail address' },
] as const

type Flag = (typeof flags)[number]['value']

/** The policy as typed, numbers as text. */
interface Draft {
  min_length: string
  complexity: string
  max_sequence: string
  history: string
  flags: readonly Flag[]
}

const draftOf = (policy: PasswordPolicy): Draft => ({
  min_length: String(policy.min_length),
  complexity: String(policy.complexity),
  max_sequence: policy.max_sequence === null ? '' : String(policy.max_sequence),
  history: String(policy.history),
  flags: flags.flatMap(({ value }) => (policy[value] ? [value] : [])),
})

/** An invalid number becomes -1, which the server refuses with the allowed range, shown at the field. */
const numberOf = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1)

const policyOf = (draft: Draft): PasswordPolicy => ({
  min_length: numberOf(draft.min_length),
  complexity: Number(draft.complexity),
  max_sequence: draft.max_sequence.trim() === '' ? null : numberOf(draft.max_sequence),
  history: numberOf(draft.history),
  mixed_case: draft.flags.includes('mixed_case'),
  forbid_email_parts: draft.flags.includes('forbid_email_parts'),
})

/** What the draft changes of a policy. */
function findChanges(draft: Draft, base: PasswordPolicy): Partial<PasswordPolicy> {
  const entered = policyOf(draft)
  return membersWhere(entered, (member) => entered[member] !== base[member])
}

/** The draft of a policy, and what saves it. */
function usePolicyForm(policy: PasswordPolicy) {
  const change = useChangeSecurity()
  // what the draft was made from: what is read meanwhile is no change of this form
  const [base, setBase] = useState(policy)
  const [draft, setDraft] = useState(() => draftOf(policy))
  const changes = findChanges(draft, base)
  const isUnchanged = isSame(changes, {})
  const onSuccess = ({ password }: SecuritySettings) => {
    setBase(password)
    setDraft(draftOf(password))
    showToast('success', 'Saved')
  }
  return {
    draft,
    set: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    save: () => change.mutate({ password: changes }, { onSuccess }),
    isUnchanged,
    isBusy: change.isPending,
    refusal: isUnchanged ? null : change.error,
  }
}

/** The password policy; it applies to passwords chosen from now on. */
export function PasswordPolicyCard({ policy }: { policy: PasswordPolicy }) {
  const { draft, set, save, isUnchanged, isBusy, refusal } = usePolicyForm(policy)
  const findError = (member: string) => detailOf(refusal, `security.password.${member}`)
  return (
    <CardForm
      title="Passwords"
      actionLabel="Save"
      error={refusal}
      failure="This could not be saved"
      fields={['min_length', 'max_sequence', 'history'].map((member) => `security.password.${member}`)}
      isBusy={isBusy}
      isUnchanged={isUnchanged}
      onSubmit={save}
    >
      <p>
        Every password has 8 to 128 characters, is not the e-mail address and is not one of the most common passwords. Other rules apply
        from the next password that somebody chooses.
      </p>
      <TextField
        label="Minimum number of characters"
        name="min_length"
        type="number"
        value={draft.min_length}
        onChange={(min_length) => set({ min_length })}
        error={findError('min_length')}
      />
      <SelectField
        label="Made of"
        name="complexity"
        choices={complexities}
        value={draft.complexity}
        onChange={(complexity) => set({ complexity })}
      />
      <CheckboxGroup legend="Also" name="flags" choices={flags} values={draft.flags} onChange={(chosen) => set({ flags: chosen })} />
      <TextField
        label="Longest sequence of letters or numbers"
        name="max_sequence"
        type="number"
        hint="Such as abcd or 4321. Empty: no limit."
        value={draft.max_sequence}
        onChange={(max_sequence) => set({ max_sequence })}
        error={findError('max_sequence')}
      />
      <TextField
        label="Earlier passwords that cannot be reused"
        name="history"
        type="number"
        hint="0 to 24."
        value={draft.history}
        onChange={(history) => set({ history })}
        error={findError('history')}
      />
    </CardForm>
  )
}
