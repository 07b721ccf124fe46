/** Rewrites users' and organizations' values of a field after the field was removed, or options were removed or renamed. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { type Holder, ORGANIZATION_HOLDER, USER_HOLDER } from './holders.ts'
import { allProfileFields } from './profile_store.ts'
import { type FieldRewrite, FOUND_AT_ONCE, renameTags, renameValue, rewriteAll, valuesOf } from './rewrite.ts'
import { tagsOf } from './tags.ts'
import type { FieldValue } from './types.ts'
import { getStoredKey } from './values.ts'

/** The holder and the key of the values to rewrite. */
export interface ProfileRewrite extends FieldRewrite {
  readonly fields: Holder['fields']
  readonly key: string
}

interface Holding {
  readonly id: number
  /** All values of the record. */
  readonly values: Readonly<Record<string, FieldValue>>
  readonly tags: readonly string[]
}

const AT_ONCE = 1000

function statementsOf(holder: Holder) {
  const { table, fields, records } = holder
  const holds = (key: string, values: string) =>
    `r.${fields} <> '{}' and r.${fields} ? ${key} and (${values}::text[] is null or r.${fields} -> ${key} ?| ${values}::text[])`
  return {
    holder,
    table,
    find: defineStatement<{ id: number }>(
      `select r.id from ${records} r where r.account_id = $1 and ${holds('$2', '$3')} and r.id > $4 order by r.id limit ${FOUND_AT_ONCE}`,
    ),
    hold: defineStatement<Holding>(`select r.id, r.${fields} as values, r.tags from ${records} r
      where r.account_id = $1 and r.id = any($4::bigint[]) and ${holds('$2', '$3')} order by r.id for no key update`),
    write: defineStatement<unknown>(`update ${records} r set tags = g.tags, updated_at = $4,
        ${fields} = case when g.value is null then r.${fields} - $3::text else jsonb_set(r.${fields}, array[$3::text], g.value) end
      from jsonb_to_recordset($2::jsonb) as g (id bigint, value jsonb, tags text[]) where r.account_id = $1 and r.id = g.id`),
  }
}
const STATEMENTS = { user_fields: statementsOf(USER_HOLDER), organization_fields: statementsOf(ORGANIZATION_HOLDER) }

/** The job: rewrites the records with such values, a thousand per transaction. Can be repeated. */
export function rewriteProfiles(ctx: Context, field: ProfileRewrite): Promise<void> {
  const { holder, table, find, hold, write } = STATEMENTS[field.fields]
  return rewriteAll<number>(ctx, field, {
    table,
    first: 0,
    find: async (values, after) => (await ctx.db.all(find(ctx.account.id, field.key, values, after))).map((row) => row.id),
    at_once: AT_ONCE,
    async rewrite(tx, renaming, ids) {
      const rows = await tx.db.all(hold(tx.account.id, field.key, valuesOf(renaming), ids))
      const others = (await allProfileFields(tx, holder)).filter((one) => getStoredKey(one) !== field.key)
      const given = rows.map(({ id, values, tags }) => {
        // keep the tags of other fields, which may have the same options
        const kept = new Set(others.flatMap((one) => tagsOf(one, values[getStoredKey(one)] ?? null)))
        const left = [...renameTags(tags, renaming), ...tags.filter((tag) => kept.has(tag))]
        return { id, value: renameValue(values[field.key], renaming), tags: [...new Set(left)].sort() }
      })
      await tx.db.run(write(tx.account.id, toJson(given), field.key, tx.now))
    },
  })
}
