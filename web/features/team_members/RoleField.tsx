import { useQuery } from '@tanstack/react-query'
import { detailOf } from '#contract/errors.ts'
import { agentRolesQuery } from './queries.ts'
import { SelectField } from '#kit/fields.tsx'
import { roleChoices } from './roles.ts'

/** The members whose errors are shown at their fields. */
export const roleMembers = ['role', 'custom_role_id'] as const

/** The field for a team member's role. */
export function RoleField({ value, onChange, error }: { value: string; onChange: (value: string) => void; error: Error | null }) {
  const { data: roles = [] } = useQuery(agentRolesQuery)
  const choices = roleChoices(roles)
  return (
    <SelectField
      label="Role"
      name="role"
      value={value}
      onChange={onChange}
      hint={choices.find((choice) => choice.value === value)?.about}
      choices={choices}
      error={detailOf(error, 'role') ?? detailOf(error, 'custom_role_id')}
    />
  )
}
