/** Validates duties and managers before they are saved. Pure. */
import type { Actor, Duty, Role } from '#core/context.ts'
import type { Details } from '#core/errors.ts'

/** All duties. */
export const DUTIES: readonly Duty[] = ['requester', 'provisioner', 'engineer', 'support_operations']

/** Duties must be known ones. All but `requester` are for agents and administrators. @source docs/reference/access_governance.md §1.1 */
export function checkDuties(duties: readonly string[], role: Role): Details {
  const makeDetails = (sentence: string): Details => ({ duties: [{ description: `Duties: ${sentence}`, error: 'InvalidValue' }] })
  if (duties.some((duty) => !(DUTIES as readonly string[]).includes(duty))) return makeDetails(`must be of ${DUTIES.join(', ')}`)
  if (role === 'end-user' && duties.some((duty) => duty !== 'requester'))
    return makeDetails('an end user can be a requester only; the other duties are for agents and administrators')
  return {}
}

/** A manager must be another agent or administrator who may sign in. `manager` is undefined when there is no such user. */
export function checkManager(userId: number, managerId: number | null, manager: Actor | undefined): Details {
  const makeDetails = (sentence: string): Details => ({ manager_id: [{ description: `Manager: ${sentence}`, error: 'InvalidValue' }] })
  if (managerId === null) return {}
  if (managerId === userId) return makeDetails('must be another person')
  return manager === undefined || manager.role === 'end-user' ? makeDetails('must be an agent or administrator who may sign in') : {}
}
