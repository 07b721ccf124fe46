/** What is wrong with duties and managers as they would be saved. Pure. */
import type { Actor, Duty, Role } from '../../../../context.ts'
import type { Details } from '../../../../errors.ts'

/** The duties there are. */
export const DUTIES: readonly Duty[] = ['requester', 'provisioner', 'engineer', 'support_operations']

/** Duties are known ones, and all but filing requests are for agents and administrators. @source docs/reference/access_governance.md §1.1 */
export function checkDuties(duties: readonly string[], role: Role): Details {
  const wrong = (sentence: string): Details => ({ duties: [{ description: `Duties: ${sentence}`, error: 'InvalidValue' }] })
  if (duties.some((duty) => !(DUTIES as readonly string[]).includes(duty))) return wrong(`must be of ${DUTIES.join(', ')}`)
  if (role === 'end-user' && duties.some((duty) => duty !== 'requester'))
    return wrong('an end user can be a requester only; the other duties are for agents and administrators')
  return {}
}

/** A manager is somebody else of the staff who may sign in. `manager` undefined: there is no such user. */
export function checkManager(userId: number, managerId: number | null, manager: Actor | undefined): Details {
  const wrong = (sentence: string): Details => ({ manager_id: [{ description: `Manager: ${sentence}`, error: 'InvalidValue' }] })
  if (managerId === null) return {}
  if (managerId === userId) return wrong('nobody is his own manager')
  return manager === undefined || manager.role === 'end-user' ? wrong('must be an agent or administrator who may sign in') : {}
}
