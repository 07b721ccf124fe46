import { readActor } from '#auth/actors.ts'
import type { Context } from '#core/context.ts'
import type { Details } from '#core/errors.ts'

/**
 * Validates the manager of a request: an agent or administrator who may sign in, and never the requester.
 * @source docs/reference/specification.md §5.6.2
 */
export async function checkManager(tx: Context, manager_id: number | null, requester_id: number): Promise<Details> {
  const makeDetails = (sentence: string): Details => ({ manager_id: [{ description: `Manager: ${sentence}`, error: 'InvalidValue' }] })
  // an administrator gets the place to fix it; anyone else gets who can
  const remedy = tx.actor.role === 'admin' ? 'name one at People, Access duties' : 'an administrator must name one'
  if (manager_id === null) return makeDetails(`you have none who could approve the request; ${remedy}`)
  if (manager_id === requester_id) return makeDetails('must not be the requester')
  const manager = await readActor(tx, manager_id)
  const fine = manager !== undefined && manager.actor.role !== 'end-user'
  return fine ? {} : makeDetails(`must be an agent or administrator who may sign in; ${remedy}`)
}
