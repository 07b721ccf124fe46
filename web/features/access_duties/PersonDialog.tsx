import { useState } from 'react'
import { type AccessPerson, useChangeAccessPerson } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { FormDialog } from '#kit/FormDialog.tsx'
import { showToast } from '#kit/toasts.tsx'
import { type DutyDraft, DutyFields, dutyMembers } from './DutyFields.tsx'

/** Changes the duties and the manager of a person. */
export function PersonDialog({ person, onClose }: { person: AccessPerson; onClose: () => void }) {
  const change = useChangeAccessPerson()
  const [draft, setDraft] = useState<DutyDraft>(person)
  const submit = () =>
    change.mutate(
      { user_id: person.user_id, duties: [...draft.duties], manager_id: draft.manager_id },
      {
        onSuccess: () => {
          showToast('success', `Saved for ${person.name}`)
          onClose()
        },
      },
    )
  return (
    <FormDialog title={person.name} actionLabel="Save" isBusy={change.isPending} error={change.error} onSubmit={submit} onClose={onClose}>
      <FormError error={change.error} title="That was not saved" fields={dutyMembers} />
      <DutyFields draft={draft} onChange={setDraft} error={change.error} userId={person.user_id} />
    </FormDialog>
  )
}
