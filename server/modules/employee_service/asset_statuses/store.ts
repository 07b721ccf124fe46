/** Every statement on the statuses of assets. They come with an instance. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { AssetStatusesTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'

export type AssetStatusRow = Omit<Selectable<AssetStatusesTable>, 'account_id' | 'number'>

const selectStatuses = defineStatement<AssetStatusRow>(
  'select id, name, external_id, created_at, updated_at from asset_statuses where account_id = $1 order by number',
)

/** The statuses, in their order. */
export function readAssetStatuses(ctx: Context): Promise<AssetStatusRow[]> {
  return ctx.db.all(selectStatuses(ctx.account.id))
}

/** @throws NotFound */
export async function getAssetStatus(ctx: Context, id: string): Promise<AssetStatusRow> {
  return orNotFound((await readAssetStatuses(ctx)).find((status) => status.id === id))
}
