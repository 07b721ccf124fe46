// The roles of team members: administrator, agent, or agent with a custom role.

import type { CustomRole } from './queries.ts'
import { describeRole } from '#features/session/public.ts'

/** A role as one value of a field: `admin`, `agent`, or `agent:7` with a custom role. */
export function roleValue({ role, custom_role_id }: { role: string; custom_role_id: number | null }): string {
  return role === 'agent' && custom_role_id !== null ? `agent:${custom_role_id}` : role
}

/** The members sent for such a value. An administrator's custom role is set by the server. */
export function roleOf(value: string): { role: 'admin' | 'agent'; custom_role_id?: number | null } {
  const [role, id] = value.split(':')
  return role === 'admin' ? { role } : { role: 'agent', custom_role_id: id === undefined ? null : Number(id) }
}

/** A role that can be chosen: its value, its label, and a hint. */
export interface RoleChoice {
  value: string
  label: string
  about: string
}

/** The roles to choose from. */
export function roleChoices(roles: readonly CustomRole[]): RoleChoice[] {
  return [
    { value: 'admin', label: describeRole('admin'), about: 'Manages everything here.' },
    { value: 'agent', label: describeRole('agent'), about: 'Works on all tickets.' },
    ...roles.map(({ id, name, description }) => ({ value: `agent:${id}`, label: name, about: description })),
  ]
}

/** The label of a user's role. */
export function roleName({ role, custom_role_id }: { role: string; custom_role_id: number | null }, roles: readonly CustomRole[]): string {
  return (role === 'agent' && roles.find(({ id }) => id === custom_role_id)?.name) || describeRole(role)
}
