/**
 * Rewrites the values of a custom field in tickets, because the field or some of its options were removed or renamed. Each ticket gets an
 * audit; no business rule is run. Not here: values sent by clients (fields.ts). @source docs/reference/fields_and_forms.md §2.1, §3
 */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import {
  type FieldRewrite,
  FOUND_AT_ONCE,
  renameTags,
  renameValue,
  type Renaming,
  rewriteAll,
  valuesOf,
} from '#modules/custom_data/custom_fields/rewrite.ts'
import { type EventValue, assignIds, type TicketEventDraft } from '../ticket_audits/event.ts'
import { auditMetadata } from '../ticket_audits/metadata.ts'
import { rewriteTexts } from './text_store.ts'

interface Holding {
  readonly id: number
  readonly value: unknown
  readonly tags: readonly string[]
}

/** Tickets per transaction; each takes three ids of a block of 1,000. */
const AT_ONCE = 300

const HOLDS = "custom_fields <> '{}' and custom_fields ? $2 and ($3::text[] is null or custom_fields -> $2 ?| $3::text[])"
const find = defineStatement<{ id: number }>(
  `select id from tickets where account_id = $1 and ${HOLDS} and id > $4 order by id limit ${FOUND_AT_ONCE}`,
)
const hold = defineStatement<Holding>(`select id, custom_fields -> $2 as value, tags from tickets
  where account_id = $1 and id = any($4::bigint[]) and ${HOLDS} order by id for no key update`)
const write =
  defineStatement<unknown>(`with given as (select * from jsonb_to_recordset($2::jsonb) as g (id bigint, audit_id bigint, value jsonb, tags text[], events jsonb)),
  changed as (
    update tickets t set custom_fields = case when g.value is null then t.custom_fields - $3::text else jsonb_set(t.custom_fields, array[$3::text], g.value) end,
      tags = g.tags, updated_at = $4, generated_at = $4, lock_version = t.lock_version + 1
    from given g where t.account_id = $1 and t.id = g.id)
  insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at)
  select $1, g.audit_id, g.id, $5, $6::jsonb, $7::jsonb, g.events, $4 from given g where jsonb_array_length(g.events) > 0`)

/** The job: rewrites the tickets that have such a value, including closed ones, up to 300 in each transaction. It can be run again. */
export function rewriteFieldValues(ctx: Context, field: FieldRewrite): Promise<void> {
  const name = String(field.field_id)
  return rewriteAll<number>(ctx, field, {
    table: 'ticket_fields',
    first: 0,
    find: async (values, after) => (await ctx.db.all(find(ctx.account.id, name, values, after))).map((row) => row.id),
    at_once: AT_ONCE,
    async rewrite(tx, renaming, ids) {
      await rewriteHeld(tx, name, renaming, await tx.db.all(hold(tx.account.id, name, valuesOf(renaming), ids)))
    },
  })
}

async function rewriteHeld(tx: Context, field: string, renaming: Renaming, rows: readonly Holding[]): Promise<void> {
  if (rows.length === 0) return
  const ids = await tx.services.ids.take(tx.services.database, rows.length * 3)
  const given = rows.map((row, index) => {
    const [audit_id, ...eventIds] = ids.slice(index * 3, index * 3 + 3)
    const value = renameValue(row.value, renaming)
    const tags = renameTags(row.tags, renaming)
    const events: TicketEventDraft[] = []
    if (!isNothing(row.value))
      events.push({
        type: 'Change',
        field_name: field,
        value: value === null ? null : toEventValue(value),
        previous_value: toEventValue(row.value),
      })
    if (tags.join(' ') !== row.tags.join(' ')) events.push({ type: 'Change', field_name: 'tags', value: tags, previous_value: row.tags })
    return { id: row.id, audit_id, value, tags, events: assignIds(events, eventIds) }
  })
  const by = [tx.actor.id, toJson(tx.via), toJson(auditMetadata(tx))]
  await tx.db.run(write(tx.account.id, toJson(given), field, tx.now, ...by))
  await rewriteTexts(
    tx,
    given.map((one) => one.id),
  )
}

const isNothing = (value: unknown) => value === null || value === undefined
const toEventValue = (value: unknown): EventValue => (Array.isArray(value) ? value.map(String) : String(value))
