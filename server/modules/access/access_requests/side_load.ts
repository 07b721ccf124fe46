/** Side-loads the users named in access requests: `include=users`. @source docs/reference/conventions.md §5 */
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import type { NamedUser } from './schema.ts'
import type { AccessRequestRow } from './store.ts'

/** `users` next to access requests if requested: id, name, email and role of each visible user they name, in one statement. */
export async function withUsers(
  ctx: Context,
  include: ReadonlySet<string>,
  rows: readonly AccessRequestRow[],
): Promise<{ users?: AnswerOf<typeof NamedUser>[] }> {
  if (!include.has('users')) return {}
  const ids = rows.flatMap((row) => [
    row.requester_id,
    row.manager_id,
    row.approved_by_id,
    row.reviewed_by_id,
    row.decided_by_id,
    row.issued_by_id,
  ])
  const named = [...new Set(ids.filter((id): id is number => id !== null && id > 0))]
  const users = await findVisibleUsers(ctx, named)
  return { users: users.map(({ id, name, email, role }) => ({ id, name, email, role })) }
}
