import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passwordRequirementsQuery, useChangePassword } from '../api/account.ts'
import { describeError, detailOf } from '../api/errors.ts'
import { Button } from '../ui/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '../ui/Card.tsx'
import { TextField } from '../ui/fields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useShowToast } from '../ui/toasts.tsx'
import { useFocusOnError } from '../ui/use_focus_on_error.ts'

const all = new Intl.ListFormat('en', { type: 'conjunction' })
const EMPTY = { previous_password: '', password: '' }

/** Changing the own password. What it must be is told before, and what of it is lacking at the field. */
export function PasswordCard({ userId }: { userId: number }) {
  const { data: requirements = [] } = useQuery(passwordRequirementsQuery(userId))
  const change = useChangePassword(userId)
  const showToast = useShowToast()
  const [draft, setDraft] = useState(EMPTY)
  const form = useFocusOnError(change.error)
  const [previous, next] = [detailOf(change.error, 'previous_password'), detailOf(change.error, 'password')]
  const submit = () =>
    change.mutate(draft, {
      onSuccess: () => {
        setDraft(EMPTY)
        showToast('success', 'Password changed')
      },
    })
  return (
    <Card>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) submit()
        }}
      >
        <FormBody>
          <CardTitle>Password</CardTitle>
          {change.error !== null && previous === undefined && next === undefined && (
            <Notice type="error" title="The password could not be changed">
              {describeError(change.error)}
            </Notice>
          )}
          <TextField
            label="Password until now"
            name="previous_password"
            type="password"
            autoComplete="current-password"
            value={draft.previous_password}
            onChange={(previous_password) => setDraft({ ...draft, previous_password })}
            error={previous}
            isRequired
          />
          <TextField
            label="New password"
            name="new_password"
            type="password"
            autoComplete="new-password"
            hint={requirements.length === 0 ? undefined : `It ${all.format(requirements)}. Your other sessions end when you change it.`}
            value={draft.password}
            onChange={(password) => setDraft({ ...draft, password })}
            error={next}
            isRequired
          />
        </FormBody>
        <FormActions>
          <Button type="submit" isBusy={change.isPending}>
            Change password
          </Button>
        </FormActions>
      </form>
    </Card>
  )
}
