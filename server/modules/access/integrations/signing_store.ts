/** Every statement on integrations with sealed secrets. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** An integration with sealed secrets. */
export interface SealedIntegration {
  readonly id: number
  readonly name: string
  readonly access_request_id: number
  readonly requester_id: number
}

const selectSealedIntegrations =
  defineStatement<SealedIntegration>(`select i.id, i.name, i.access_request_id, r.requester_id from integrations i
  join access_requests r on r.account_id = i.account_id and r.id = i.access_request_id
  where i.account_id = $1 and r.account_id = $1 and i.sealed is not null order by i.id`)

/** The integrations of the account with sealed secrets, with their requesters. */
export function listSealedIntegrations(ctx: Context): Promise<SealedIntegration[]> {
  return ctx.db.all(selectSealedIntegrations(ctx.account.id))
}
