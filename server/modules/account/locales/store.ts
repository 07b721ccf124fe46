/** The one statement on locales: the locale of a user. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

const byUser = defineStatement<{ locale: string }>('select locale from users where account_id = $1 and id = $2')

/** The code of the user's locale. */
export async function findUserLocale(ctx: Context, userId: number): Promise<string | undefined> {
  return (await ctx.db.first(byUser(ctx.account.id, userId)))?.locale
}
