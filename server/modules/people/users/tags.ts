/** The acts on a user's tags. @source docs/reference/people.md §6 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { normalTags } from '#lib/tags.ts'
import { changeUser } from './change.ts'
import { getVisibleUser, lockVisibleUser } from './list_store.ts'

/** The user's tags. @throws Forbidden @throws NotFound */
export async function readTags(ctx: Context, id: number): Promise<string[]> {
  requirePermission(ctx, 'user.list')
  return (await getVisibleUser(ctx, id)).tags
}

/** Changes the user's tags and returns the result. @throws Forbidden @throws NotFound */
export async function changeTags(ctx: Context, id: number, how: 'set' | 'add' | 'remove', tags: readonly string[]): Promise<string[]> {
  requirePermission(ctx, 'user.list')
  return inTransaction(ctx, async (tx) => {
    const before = (await lockVisibleUser(tx, id)).tags
    const named = normalTags(tags)
    const removed = new Set(named)
    const after = how === 'set' ? named : how === 'add' ? [...before, ...named] : before.filter((tag) => !removed.has(tag))
    return (await changeUser(tx, id, { tags: after })).tags
  })
}
