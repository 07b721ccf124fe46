import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passwordRequirementsQuery, useChangePassword } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { CardForm } from '#features/common/public.ts'
import { TextField } from '#kit/fields.tsx'
import { showToast } from '#kit/toasts.tsx'
import { formatList } from '#kit/lists.ts'

const EMPTY = { previous_password: '', password: '' }

/** Changes the user's own password. Shows the requirements up front and the unmet ones at the field. */
export function PasswordCard({ userId }: { userId: number }) {
  const { data: requirements = [] } = useQuery(passwordRequirementsQuery(userId))
  const change = useChangePassword(userId)
  const [draft, setDraft] = useState(EMPTY)
  const submit = () =>
    change.mutate(draft, {
      onSuccess: () => {
        setDraft(EMPTY)
        showToast('success', 'Password changed')
      },
    })
  return (
    <CardForm
      title="Password"
      actionLabel="Change password"
      error={change.error}
      failure="The password could not be changed"
      fields={['previous_password', 'password']}
      isBusy={change.isPending}
      onSubmit={submit}
    >
      <TextField
        label="Current password"
        name="previous_password"
        type="password"
        autoComplete="current-password"
        value={draft.previous_password}
        onChange={(previous_password) => setDraft({ ...draft, previous_password })}
        error={detailOf(change.error, 'previous_password')}
        isRequired
      />
      <TextField
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        hint={requirements.length === 0 ? undefined : `It ${formatList(requirements)}. Your other sessions end when you change it.`}
        value={draft.password}
        onChange={(password) => setDraft({ ...draft, password })}
        error={detailOf(change.error, 'password')}
        isRequired
      />
    </CardForm>
  )
}
