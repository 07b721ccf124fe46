/** The records that filters of policies can name. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** A record to choose from. */
export interface NamedRecord {
  readonly id: number
  readonly name: string
}

/** Lists of what a filter can name. */
export interface FilterChoices {
  readonly brands: readonly NamedRecord[]
  readonly forms: readonly NamedRecord[]
  readonly groups: readonly NamedRecord[]
  readonly agents: readonly NamedRecord[]
  readonly addresses: readonly string[]
}

/** The most agents that are offered; others can be named as well. */
const MAX_AGENTS = 1000

const one = 'jsonb_build_object'
const select = defineStatement<FilterChoices>(`select
  (select coalesce(jsonb_agg(${one}('id', b.id, 'name', b.name) order by b.name), '[]') from brands b
    where b.account_id = $1 and not b.is_deleted) as brands,
  (select coalesce(jsonb_agg(${one}('id', f.id, 'name', f.name) order by f.position, f.id), '[]') from ticket_forms f
    where f.account_id = $1 and f.deleted_at is null) as forms,
  (select coalesce(jsonb_agg(${one}('id', g.id, 'name', g.name) order by g.name), '[]') from groups g
    where g.account_id = $1 and not g.deleted) as groups,
  (select coalesce(jsonb_agg(a.agent order by a.name), '[]') from (
    select u.name, ${one}('id', u.id, 'name', u.name) as agent from users u
    where u.account_id = $1 and u.role <> 'end-user' and u.active order by u.name limit ${MAX_AGENTS}) a) as agents,
  (select coalesce(jsonb_agg(r.email order by r.id), '[]') from recipient_addresses r where r.account_id = $1) as addresses`)

/** What the account offers to filters. */
export function filterChoices(ctx: Context): Promise<FilterChoices> {
  return ctx.db.one(select(ctx.account.id))
}
