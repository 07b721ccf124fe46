import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffQuery } from '#features/access_duties/public.ts'
import { type AccessRequest, useNameManager } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError } from '#features/common/public.ts'
import { SelectField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { showToast } from '#kit/toasts.tsx'

/** Assigns another manager to a request that is not approved yet, for example when the first one is away. For administrators. */
export function ManagerDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const name = useNameManager(request.id)
  const [manager, setManager] = useState(String(request.manager_id))
  const problem = detailOf(name.error, 'manager_id')
  const submit = () =>
    name.mutate(Number(manager), {
      onSuccess: () => {
        showToast('success', 'The manager is asked to approve the request')
        onClose()
      },
    })
  return (
    <FormDialog
      title="Name another manager"
      actionLabel="Save"
      isBusy={name.isPending}
      error={name.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={name.error} title="That was not saved" fields={['manager_id']} />
      <SelectField
        label="Manager"
        name="manager_id"
        hint="Approves this one request in place of the first one. It is kept in the audit log."
        value={manager}
        onChange={setManager}
        choices={staff
          .filter(({ id }) => id !== request.requester_id)
          .map(({ id, name: label, email }) => ({ value: String(id), label: `${label} (${email ?? ''})` }))}
        error={problem}
      />
    </FormDialog>
  )
}
