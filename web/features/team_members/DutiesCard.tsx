import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AccessPerson,
  accessPersonQuery,
  useChangeAccessPerson,
  type DutyDraft,
  DutyFields,
  dutyMembers,
} from '#features/access_duties/public.ts'
import { isSame } from '#lib/objects.ts'
import { CardForm, Loaded } from '#features/common/public.ts'
import { showToast } from '#kit/toasts.tsx'
import type { Member } from './member.ts'

/** A team member's part in access governance. */
export function DutiesCard({ member }: { member: Member }) {
  return (
    <Loaded query={useQuery(accessPersonQuery(member.id))} noun="duties" rows={4}>
      {(person) => <PartForm person={person} />}
    </Loaded>
  )
}

function PartForm({ person }: { person: AccessPerson }) {
  const change = useChangeAccessPerson()
  const [draft, setDraft] = useState<DutyDraft>(person)
  const hasDuties = draft.duties.length === person.duties.length && draft.duties.every((duty) => person.duties.includes(duty))
  const changed = {
    ...(hasDuties ? {} : { duties: [...draft.duties] }),
    ...(draft.manager_id === person.manager_id ? {} : { manager_id: draft.manager_id }),
  }
  const isUnchanged = isSame(changed, {})
  const error = isUnchanged ? null : change.error
  return (
    <CardForm
      title="Access duties"
      actionLabel="Save"
      error={error}
      failure="That was not saved"
      fields={dutyMembers}
      isBusy={change.isPending}
      isUnchanged={isUnchanged}
      onSubmit={() =>
        change.mutate({ user_id: person.user_id, ...changed }, { onSuccess: () => showToast('success', 'Access duties saved') })
      }
    >
      <DutyFields draft={draft} onChange={setDraft} error={error} userId={person.user_id} />
    </CardForm>
  )
}
