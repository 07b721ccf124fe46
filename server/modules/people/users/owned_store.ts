/** The statement that removes records that belong to one user only and that no one else sees. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'

const remove = fixed<unknown>(`with searches as (delete from saved_searches s where s.account_id = $1 and s.user_id = $2)
  delete from bookmarks b where b.account_id = $1 and b.user_id = $2`)

/** Removes the saved searches and bookmarks of a permanently deleted user. */
export async function deletePrivateRecordsOf(tx: Context, userId: number): Promise<void> {
  await tx.db.run(remove(tx.account.id, userId))
}
