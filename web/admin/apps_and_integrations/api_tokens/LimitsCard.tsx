import { useState } from 'react'
import { useChangeApiToken } from '../../../api/api_tokens.ts'
import { describeError, detailOf } from '../../../api/errors.ts'
import type { ApiToken } from '../../../api/types.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '../../../ui/Card.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useShowToast } from '../../../ui/toasts.tsx'
import { useFocusOnError } from '../../../ui/use_focus_on_error.ts'

/** From where and how often a token may be used. */
export function LimitsCard({ token }: { token: ApiToken }) {
  const [addresses, setAddresses] = useState(token.allowed_ips?.join('\n') ?? '')
  const [budget, setBudget] = useState(token.per_minute === null ? '' : String(token.per_minute))
  const change = useChangeApiToken()
  const showToast = useShowToast()
  const form = useFocusOnError(change.error)
  const save = () => {
    const networks = addresses.split(/[\s,]+/).filter(Boolean)
    const per_minute = /^\d+$/.test(budget.trim()) ? Number(budget) : budget.trim() === '' ? null : 0
    change.mutate(
      { id: token.id, change: { allowed_ips: networks.length === 0 ? null : networks, per_minute } },
      { onSuccess: () => showToast('success', 'Limits saved') },
    )
  }
  const problems = { allowed_ips: detailOf(change.error, 'allowed_ips'), per_minute: detailOf(change.error, 'per_minute') }
  return (
    <Card>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) save()
        }}
      >
        <FormBody>
          <CardTitle>Limits</CardTitle>
          {change.error !== null && problems.allowed_ips === undefined && problems.per_minute === undefined && (
            <Notice type="error" title="The limits were not saved">
              {describeError(change.error)}
            </Notice>
          )}
          <TextArea
            label="Allowed addresses"
            name="allowed_ips"
            hint="One address or network on each line, such as 192.0.2.0/24. Empty: from everywhere."
            value={addresses}
            onChange={setAddresses}
            error={problems.allowed_ips}
          />
          <TextField
            label="Calls a minute"
            name="per_minute"
            hint="What is above is told to wait. Empty: only the limit of the whole instance."
            value={budget}
            onChange={setBudget}
            error={problems.per_minute}
            autoComplete="off"
          />
        </FormBody>
        <FormActions>
          <Button type="submit" isBusy={change.isPending}>
            Save limits
          </Button>
        </FormActions>
      </form>
    </Card>
  )
}
