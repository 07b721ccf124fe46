import { readActor } from '../../../auth/actors.ts'
import type { Context } from '../../../context.ts'
import type { Details } from '../../../errors.ts'

/** What is wrong with whoever is to approve a request: it must be somebody of the staff who may sign in, and never whoever asks. @source docs/reference/specification.md §5.6.2 */
export async function checkManager(tx: Context, manager_id: number | null, requester_id: number): Promise<Details> {
  const wrong = (sentence: string): Details => ({ manager_id: [{ description: `Manager: ${sentence}`, error: 'InvalidValue' }] })
  // said to whoever can mend it, it names the place; to anybody else, who can
  const mend = tx.actor.role === 'admin' ? 'name one at People, Access duties' : 'an administrator must name one'
  if (manager_id === null) return wrong(`you have none who could approve the request; ${mend}`)
  if (manager_id === requester_id) return wrong('nobody approves his own request')
  const manager = await readActor(tx, manager_id)
  const fine = manager !== undefined && manager.actor.role !== 'end-user'
  return fine ? {} : wrong(`must be an agent or administrator who may sign in; ${mend}`)
}
