/** Rewrites records' values of a field, and their search words, after the field was removed, or options were removed or renamed. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { FOUND_AT_ONCE, type RecordRewrite, renameValue, rewriteAll, valuesOf } from '../custom_fields/rewrite.ts'
import { type RecordDraft, collectSearchedWords } from './draft.ts'
import { wordsSql } from './store.ts'

/** Fewer than for users: every record is loaded with all its values, since all of them are search words. */
const AT_ONCE = 300

type Holding = RecordDraft & { readonly id: string }

const HOLDS = 'r.custom_object_fields ? $2 and ($3::text[] is null or r.custom_object_fields -> $2 ?| $3::text[])'
const find = defineStatement<{ id: string }>(`select r.id from custom_object_records r
  where r.account_id = $1 and r.custom_object_id = $4 and r.deleted_at is null and ${HOLDS} and r.id > $5 order by r.id limit ${FOUND_AT_ONCE}`)
const hold = defineStatement<Holding>(`select r.id, r.name, r.external_id, r.custom_object_fields from custom_object_records r
  where r.account_id = $1 and r.id = any($4::text[]) and r.deleted_at is null and ${HOLDS} order by r.id for no key update`)
const write =
  defineStatement<unknown>(`update custom_object_records r set custom_object_fields = g.fields, words = ${wordsSql('g.name', 'g.rest')}, updated_at = $3
  from jsonb_to_recordset($2::jsonb) as g (id text, fields jsonb, name text, rest text) where r.account_id = $1 and r.id = g.id`)

/** The job: rewrites the records with such values, some hundreds per transaction. Can be repeated. */
export function rewriteRecords(ctx: Context, field: RecordRewrite): Promise<void> {
  const { object_id, key } = field
  return rewriteAll<string>(ctx, field, {
    table: 'custom_object_fields',
    first: '',
    find: async (values, after) => (await ctx.db.all(find(ctx.account.id, key, values, object_id, after))).map((row) => row.id),
    at_once: AT_ONCE,
    async rewrite(tx, renaming, ids) {
      const rows = await tx.db.all(hold(tx.account.id, key, valuesOf(renaming), ids))
      const given = rows.map((row) => {
        const { [key]: value, ...others } = row.custom_object_fields
        const left = renameValue(value, renaming)
        const custom_object_fields = left === null ? others : { ...others, [key]: left }
        return { id: row.id, fields: custom_object_fields, ...collectSearchedWords({ ...row, custom_object_fields }) }
      })
      await tx.db.run(write(tx.account.id, toJson(given), tx.now))
    },
  })
}
