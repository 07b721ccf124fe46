/** Every statement on the statuses that forms offer. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { makeUlid } from '#lib/ulid.ts'

/** One status that a form offers. */
export interface FormStatusRow {
  readonly id: string
  readonly ticket_form_id: number
  readonly custom_status_id: number
}

/** The filter of a list of rows. */
export interface FormStatusFilter {
  readonly ids?: readonly string[]
  readonly ticket_form_id?: number
  readonly custom_status_id?: number
}

type Pair = Omit<FormStatusRow, 'id'>

const LISTED = 'id, ticket_form_id, custom_status_id'
const find =
  defineStatement<FormStatusRow>(`select ${LISTED} from ticket_form_statuses where account_id = $1 and ($2::text[] is null or id = any($2))
  and ($3::bigint is null or ticket_form_id = $3) and ($4::bigint is null or custom_status_id = $4) order by id`)
// an existing pair stays as it is, and is returned like a new one
const insert = defineStatement<FormStatusRow>(`insert into ticket_form_statuses (account_id, id, ticket_form_id, custom_status_id)
  select $1, n.id, n.ticket_form_id, n.custom_status_id from unnest($2::text[], $3::bigint[], $4::bigint[]) as n (id, ticket_form_id, custom_status_id)
  on conflict (account_id, ticket_form_id, custom_status_id) do update set custom_status_id = excluded.custom_status_id returning ${LISTED}`)
const update = defineStatement<unknown>('update ticket_form_statuses set custom_status_id = $3 where account_id = $1 and id = $2')
const remove = defineStatement<unknown>('delete from ticket_form_statuses where account_id = $1 and id = any($2::text[])')

/** The rows that match a filter, in the order of creation. */
export function findFormStatuses(ctx: Context, { ids, ticket_form_id, custom_status_id }: FormStatusFilter): Promise<FormStatusRow[]> {
  return ctx.db.all(find(ctx.account.id, ids ?? null, ticket_form_id ?? null, custom_status_id ?? null))
}

/** Adds statuses to forms; returns their rows, existing ones too. */
export async function insertFormStatuses(ctx: Context, pairs: readonly Pair[]): Promise<FormStatusRow[]> {
  if (pairs.length === 0) return []
  return ctx.db.all(
    insert(
      ctx.account.id,
      pairs.map(() => makeUlid(ctx.now)),
      pairs.map((pair) => pair.ticket_form_id),
      pairs.map((pair) => pair.custom_status_id),
    ),
  )
}

/** Changes the status of a row. */
export async function updateFormStatus(ctx: Context, id: string, customStatusId: number): Promise<void> {
  await ctx.db.run(update(ctx.account.id, id, customStatusId))
}

/** Removes rows. */
export async function deleteFormStatuses(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, ids))
}
