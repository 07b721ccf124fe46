/**
 * Rewrites the values tickets hold under a custom field, because the field or one of its options is gone or is called otherwise. Each ticket
 * gets its audit; no rule is run. Not here: values anybody sent (fields.ts). @source fields_forms.md §2 Tag coupling, §3 PUT field
 */
import { atThisMoment, type Context, inTransaction } from '../../context.ts'
import { fixed } from '../../db/builder.ts'
import { json } from '../../db/types.ts'
import { auditMetadata } from '../ticket_audits/metadata.ts'
import { rewriteTexts } from './text_store.ts'

/** Which values, and what becomes of them. `from` null means whatever the value is; `to` null that it goes. `tags` go with it. */
export interface FieldRewrite {
  readonly field_id: number
  readonly from: string | null
  readonly to: string | null
  readonly tags: readonly string[]
}

interface Holding {
  readonly id: number
  readonly value: unknown
  readonly tags: readonly string[]
}

/** Tickets of one statement; each takes three ids of a block of 1,000. */
const AT_ONCE = 300

const find =
  fixed<Holding>(`select id, custom_fields -> $2 as value, tags from tickets where account_id = $1 and custom_fields <> '{}' and custom_fields ? $2
    and ($3::text is null or custom_fields -> $2 = to_jsonb($3::text) or (jsonb_typeof(custom_fields -> $2) = 'array' and custom_fields -> $2 ? $3))
    and id > $4 order by id limit ${AT_ONCE} for update`)
const write =
  fixed<unknown>(`with given as (select * from jsonb_to_recordset($2::jsonb) as g (id bigint, audit_id bigint, value jsonb, tags text[], events jsonb)),
  changed as (
    update tickets t set custom_fields = case when g.value is null then t.custom_fields - $3::text else jsonb_set(t.custom_fields, array[$3::text], g.value) end,
      tags = g.tags, updated_at = $4, generated_at = $4, lock_version = t.lock_version + 1
    from given g where t.account_id = $1 and t.id = g.id)
  insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at)
  select $1, g.audit_id, g.id, $5, $6::jsonb, $7::jsonb, g.events, $4 from given g where jsonb_array_length(g.events) > 0`)

/** Rewrites the tickets that hold such a value, closed ones too, some hundreds in each transaction. */
export async function rewriteFieldValues(ctx: Context, rewrite: FieldRewrite): Promise<void> {
  let last: number | null = 0
  while (last !== null) {
    const after: number = last
    last = await inTransaction(atThisMoment(ctx), (tx) => rewriteSome(tx, rewrite, after))
  }
}

/** Rewrites those behind a ticket; the last one, or null when there are no more. */
async function rewriteSome(tx: Context, rewrite: FieldRewrite, after: number): Promise<number | null> {
  const { field_id, from } = rewrite
  const rows = await tx.db.all(find(tx.account.id, String(field_id), from, after))
  if (rows.length === 0) return null
  const ids = await tx.services.ids.take(tx.services.database, rows.length * 3)
  const given = rows.map((row, index) => {
    const [audit_id, first, second] = ids.slice(index * 3, index * 3 + 3)
    const value = rewritten(row.value, rewrite)
    const tags = rewrittenTags(row.tags, rewrite)
    const events = [
      ...(isNothing(row.value)
        ? []
        : [{ id: first, type: 'Change', value, field_name: String(field_id), previous_value: spoken(row.value) }]),
      ...(tags.join(' ') === row.tags.join(' ')
        ? []
        : [{ id: second, type: 'Change', value: tags, field_name: 'tags', previous_value: row.tags }]),
    ]
    return { id: row.id, audit_id, value, tags, events }
  })
  const by = [tx.actor.id, json(tx.via), json(auditMetadata(tx))]
  await tx.db.run(write(tx.account.id, json(given), String(field_id), tx.now, ...by))
  await rewriteTexts(
    tx,
    given.map((one) => one.id),
  )
  return rows.length < AT_ONCE ? null : (rows.at(-1) as Holding).id
}

const isNothing = (value: unknown) => value === null || value === undefined
const spoken = (value: unknown) => (Array.isArray(value) ? value : String(value))

/** What a ticket holds afterwards; null where nothing is left. */
function rewritten(value: unknown, { from, to }: FieldRewrite): string | string[] | null {
  if (from === null || !Array.isArray(value)) return to
  const left = (value as string[]).flatMap((one) => (one === from ? (to === null ? [] : [to]) : [one]))
  return left.length === 0 ? null : left
}

function rewrittenTags(tags: readonly string[], { to, tags: gone }: FieldRewrite): readonly string[] {
  if (!tags.some((tag) => gone.includes(tag))) return tags
  return [...new Set([...tags.filter((tag) => !gone.includes(tag)), ...(to === null ? [] : [to])])].sort()
}
