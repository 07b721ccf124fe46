import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { useChangeMember } from './queries.ts'
import { isSame } from '#lib/objects.ts'
import { CardForm } from '#features/common/public.ts'
import { TextField } from '#kit/fields.tsx'
import { showToast } from '#kit/toasts.tsx'
import type { Member } from './member.ts'
import { RoleField, roleMembers } from './RoleField.tsx'
import { roleOf, roleValue } from './roles.ts'

/** A team member's name and role; only changed members are sent. */
export function RoleCard({ member }: { member: Member }) {
  const change = useChangeMember()
  const [name, setName] = useState(member.name)
  const [role, setRole] = useState(roleValue(member))
  const changed = { ...(name === member.name ? {} : { name }), ...(role === roleValue(member) ? {} : roleOf(role)) }
  const isUnchanged = isSame(changed, {})
  const error = isUnchanged ? null : change.error
  return (
    <CardForm
      title="Name and role"
      actionLabel="Save"
      error={error}
      failure="That was not saved"
      fields={['name', ...roleMembers]}
      isBusy={change.isPending}
      isUnchanged={isUnchanged}
      onSubmit={() => change.mutate({ id: member.id, ...changed }, { onSuccess: () => showToast('success', 'Name and role saved') })}
    >
      <TextField label="Name" name="name" autoComplete="off" value={name} onChange={setName} error={detailOf(error, 'name')} isRequired />
      <RoleField value={role} onChange={setRole} error={error} />
    </CardForm>
  )
}
