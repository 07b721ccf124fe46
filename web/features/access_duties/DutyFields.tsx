import { useQuery } from '@tanstack/react-query'
import { staffQuery } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { keysOf } from '#lib/objects.ts'
import { CheckboxGroup, SelectField } from '#kit/fields.tsx'
import { duties } from './duties.ts'
import type { Duty } from '#features/session/public.ts'

const choices = keysOf(duties).map((value) => ({ value, ...duties[value] }))

/** A person's part in access governance. */
export interface DutyDraft {
  duties: readonly Duty[]
  manager_id: number | null
}

/** The members whose errors are shown at their fields. */
export const dutyMembers = ['duties', 'manager_id'] as const

interface DutyFieldsProps {
  draft: DutyDraft
  onChange: (draft: DutyDraft) => void
  error: Error | null
  /** The user being edited, who cannot be their own manager. Null for a user who does not exist yet. */
  userId: number | null
}

/** The fields for a person's duties and manager. */
export function DutyFields({ draft, onChange, error, userId }: DutyFieldsProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const managers = staff
    .filter(({ id, suspended }) => id !== userId && (!suspended || id === draft.manager_id))
    .map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email ?? ''})` }))
  return (
    <>
      <CheckboxGroup
        legend="Duties"
        name="duties"
        choices={choices}
        values={draft.duties}
        onChange={(own) => onChange({ ...draft, duties: own })}
        error={detailOf(error, 'duties')}
      />
      <SelectField
        label="Manager"
        name="manager_id"
        hint="Approves this person's access requests."
        value={draft.manager_id === null ? '' : String(draft.manager_id)}
        onChange={(manager) => onChange({ ...draft, manager_id: manager === '' ? null : Number(manager) })}
        choices={[{ value: '', label: 'None' }, ...managers]}
        error={detailOf(error, 'manager_id')}
      />
    </>
  )
}
