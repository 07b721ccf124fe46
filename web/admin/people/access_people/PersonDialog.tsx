import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccessPerson, type Duty, staffQuery, useChangeAccessPerson } from '../../../api/access_people.ts'
import { detailOf } from '../../../api/errors.ts'
import { FormError } from '../../../parts/FormError.tsx'
import { CheckboxGroup, SelectField } from '../../../ui/fields.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { useShowToast } from '../../../ui/toasts.tsx'
import { duties } from './duties.ts'

const choices = (Object.keys(duties) as Duty[]).map((value) => ({ value, ...duties[value] }))

/** Gives a person duties and a manager. */
export function PersonDialog({ person, onClose }: { person: AccessPerson; onClose: () => void }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const change = useChangeAccessPerson()
  const showToast = useShowToast()
  const [own, setOwn] = useState<readonly Duty[]>(person.duties)
  const [manager, setManager] = useState(person.manager_id === null ? '' : String(person.manager_id))
  const problems = { duties: detailOf(change.error, 'duties'), manager_id: detailOf(change.error, 'manager_id') }
  const managers = staff
    .filter(({ id }) => id !== person.user_id)
    .map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email ?? ''})` }))
  const submit = () =>
    change.mutate(
      { user_id: person.user_id, duties: [...own], manager_id: manager === '' ? null : Number(manager) },
      {
        onSuccess: () => {
          showToast('success', `Saved for ${person.name}`)
          onClose()
        },
      },
    )
  return (
    <FormDialog title={person.name} actionLabel="Save" isBusy={change.isPending} error={change.error} onSubmit={submit} onClose={onClose}>
      <FormError error={change.error} title="That was not saved" fields={['duties', 'manager_id']} />
      <CheckboxGroup legend="Duties" name="duties" choices={choices} values={own} onChange={setOwn} error={problems.duties} />
      <SelectField
        label="Manager"
        name="manager_id"
        hint="Approves this person's access requests."
        value={manager}
        onChange={setManager}
        choices={[{ value: '', label: 'None' }, ...managers]}
        error={problems.manager_id}
      />
    </FormDialog>
  )
}
