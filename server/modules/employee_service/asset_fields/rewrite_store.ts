/**
 * Rewrites the values of a field in all assets after it was removed, or options of it were removed or renamed. There are at most 10,000 assets,
 * so it is done in the transaction of the act.
 */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { currentRenames, type FieldRewrite, renameValue } from '#modules/custom_data/custom_fields/rewrite.ts'
import { wordsSql } from '#modules/custom_data/custom_object_records/store.ts'
import { type AssetTexts, assetWords, SEARCHED_MEMBERS } from './asset_text.ts'
import type { AssetFieldRow } from './store.ts'

const hold = defineStatement<
  AssetTexts & { readonly id: string }
>(`select id, name, custom_field_values, ${SEARCHED_MEMBERS.join(', ')} from assets
  where account_id = $1 and asset_type_id = any($2::text[]) and custom_field_values ? $3 order by id for no key update`)
const write =
  defineStatement<unknown>(`update assets a set custom_field_values = g.values, words = ${wordsSql('g.name', 'g.rest')}, updated_at = $3
  from jsonb_to_recordset($2::jsonb) as g (id text, "values" jsonb, name text, rest text) where a.account_id = $1 and a.id = g.id`)

/** Rewrites the assets of these types. `field` is as it is now, with the options that are left. */
export async function rewriteAssets(tx: Context, typeIds: readonly string[], field: AssetFieldRow, { past }: FieldRewrite): Promise<void> {
  const values = past === null ? null : currentRenames(past, field.options)
  const rows = await tx.db.all(hold(tx.account.id, typeIds, field.key))
  const given = rows.map(({ id, ...asset }) => {
    const { [field.key]: value, ...others } = asset.custom_field_values
    const left = renameValue(value, { values, tags: new Map() })
    const custom_field_values = left === null ? others : { ...others, [field.key]: left }
    return { id, values: custom_field_values, ...assetWords({ ...asset, custom_field_values }) }
  })
  if (given.length > 0) await tx.db.run(write(tx.account.id, toJson(given), tx.now))
}
