import { useState } from 'react'
import { type ApiToken, useChangeApiToken } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { isSame } from '#lib/objects.ts'
import { CardForm } from '#features/common/public.ts'
import { TextArea, TextField } from '#kit/fields.tsx'
import { showToast } from '#kit/toasts.tsx'
import { limitsOf } from './token_draft.ts'

/** The networks a token may be used from, and its rate limit. */
export function LimitsCard({ token }: { token: ApiToken }) {
  const [addresses, setAddresses] = useState(token.allowed_ips?.join('\n') ?? '')
  const [budget, setBudget] = useState(token.per_minute === null ? '' : String(token.per_minute))
  const change = useChangeApiToken()
  const limits = limitsOf({ addresses, budget })
  const isUnchanged = isSame(limits, { allowed_ips: token.allowed_ips, per_minute: token.per_minute })
  const error = isUnchanged ? null : change.error
  const save = () => {
    change.mutate({ id: token.id, change: limits }, { onSuccess: () => showToast('success', 'Limits saved') })
  }
  return (
    <CardForm
      title="Limits"
      actionLabel="Save limits"
      error={error}
      failure="The limits were not saved"
      fields={['allowed_ips', 'per_minute']}
      isBusy={change.isPending}
      isUnchanged={isUnchanged}
      onSubmit={save}
    >
      <TextArea
        label="Allowed addresses"
        name="allowed_ips"
        hint="One address or network on each line, such as 192.0.2.0/24. Empty: from anywhere."
        value={addresses}
        onChange={setAddresses}
        error={detailOf(error, 'allowed_ips')}
      />
      <TextField
        label="Calls a minute"
        name="per_minute"
        hint="Calls beyond that get status 429. Empty: only the limit of the instance."
        value={budget}
        onChange={setBudget}
        error={detailOf(error, 'per_minute')}
        autoComplete="off"
      />
    </CardForm>
  )
}
