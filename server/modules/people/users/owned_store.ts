/** The statements on what a user owns: removing what no one else sees, handing on assets. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

const remove = defineStatement<unknown>(`with searches as (delete from saved_searches s where s.account_id = $1 and s.user_id = $2)
  delete from bookmarks b where b.account_id = $1 and b.user_id = $2`)
const moveAssets = defineStatement<unknown>('update assets set user_id = $3, updated_at = $4 where account_id = $1 and user_id = $2')

/** Removes the saved searches and bookmarks of a permanently deleted user. */
export async function deletePrivateRecordsOf(tx: Context, userId: number): Promise<void> {
  await tx.db.run(remove(tx.account.id, userId))
}

/** Hands the assets of a user on to the one that they are merged into. */
export async function moveAssetsOf(tx: Context, fromUserId: number, toUserId: number): Promise<void> {
  await tx.db.run(moveAssets(tx.account.id, fromUserId, toUserId, tx.now))
}
