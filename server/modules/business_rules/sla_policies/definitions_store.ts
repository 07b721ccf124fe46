/** The records that filters of policies can name. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import type { CustomFieldTypes } from '../../../rules/facts.ts'
import { ruleCatalogue } from '../../custom_data/custom_fields/rule_catalogue_store.ts'

/** A record to choose from. */
export interface NamedRecord {
  readonly id: number
  readonly name: string
}

/** Lists of what a filter can name, and the custom fields it can read. */
export interface FilterChoices {
  readonly brands: readonly NamedRecord[]
  readonly forms: readonly NamedRecord[]
  readonly groups: readonly NamedRecord[]
  readonly agents: readonly NamedRecord[]
  readonly addresses: readonly string[]
  readonly fields: readonly { readonly id: number; readonly title: string; readonly options: readonly NamedRecord[] | null }[]
}

/** The most agents that are offered; others can be named as well. */
const MOST_AGENTS = 1000

const one = 'jsonb_build_object'
const select = fixed<FilterChoices>(`select
  (select coalesce(jsonb_agg(${one}('id', b.id, 'name', b.name) order by b.name), '[]') from brands b
    where b.account_id = $1 and not b.is_deleted) as brands,
  (select coalesce(jsonb_agg(${one}('id', f.id, 'name', f.name) order by f.position, f.id), '[]') from ticket_forms f
    where f.account_id = $1 and f.deleted_at is null) as forms,
  (select coalesce(jsonb_agg(${one}('id', g.id, 'name', g.name) order by g.name), '[]') from groups g
    where g.account_id = $1 and not g.deleted) as groups,
  (select coalesce(jsonb_agg(a.agent order by a.name), '[]') from (
    select u.name, ${one}('id', u.id, 'name', u.name) as agent from users u
    where u.account_id = $1 and u.role <> 'end-user' and u.active order by u.name limit ${MOST_AGENTS}) a) as agents,
  (select coalesce(jsonb_agg(r.email order by r.id), '[]') from recipient_addresses r where r.account_id = $1) as addresses,
  (select coalesce(jsonb_agg(${one}('id', f.id, 'title', f.title, 'options',
      case when f.type in ('tagger', 'multiselect') then (
        select coalesce(jsonb_agg(${one}('id', o.option -> 'id', 'name', o.option ->> 'name') order by o.place), '[]')
        from jsonb_array_elements(f.options) with ordinality as o (option, place)) end) order by f.position, f.id), '[]')
    from ticket_fields f where f.account_id = $1 and f.active and not f.system) as fields`)

/** What the account offers to filters, and the types of its custom fields. */
export async function filterChoices(ctx: Context): Promise<{ choices: FilterChoices; types: CustomFieldTypes }> {
  return { choices: await ctx.db.one(select(ctx.account.id)), types: (await ruleCatalogue(ctx)).ticket }
}
