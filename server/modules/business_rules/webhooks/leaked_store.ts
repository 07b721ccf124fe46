/** The statement on the signing secrets of webhooks that people have made. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { SealedWebhookRow } from './store.ts'

/** A webhook with its sealed secrets, and who made it. */
export type SigningWebhook = Pick<SealedWebhookRow, 'id' | 'number' | 'name' | 'created_by' | 'secrets'>

const selectSigningWebhooks = defineStatement<SigningWebhook>(
  'select id, number, name, created_by, secrets from webhooks where account_id = $1 and integration_id is null order by id',
)

/** The webhooks of the account that no integration owns, with their sealed secrets. */
export function listSigningWebhooks(ctx: Context): Promise<SigningWebhook[]> {
  return ctx.db.all(selectSigningWebhooks(ctx.account.id))
}
