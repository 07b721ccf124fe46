/** The skills that tickets can require, with the conditions under which new ones do: cached. And the log of changes of skills. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { configurationTopic } from '#db/topics.ts'
import { toJson } from '#db/types.ts'
import type { Conditions } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { selectCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'

/** A skill with the conditions under which a new ticket requires it. */
interface SkillRule {
  readonly id: string
  readonly conditions: Conditions
}

/** The skills of an account. */
export interface TicketSkills {
  /** Of all skills. */
  readonly ids: ReadonlySet<string>
  /** The skills that have conditions. */
  readonly rules: readonly SkillRule[]
  /** The active custom fields, which conditions may name. */
  readonly catalogue: RuleCatalogue
}

/** A change of a skill, a type of skill, or of who has or requires a skill. */
export interface SkillChangeRow {
  readonly kind: 'attribute' | 'attribute_value' | 'instance_value'
  readonly type: 'create' | 'update' | 'delete' | 'associate_agent' | 'unassociate_agent' | 'associate_ticket' | 'unassociate_ticket'
  readonly record_id: string
  /** The attribute of a value; the value that was given. */
  readonly parent_id: string | null
  readonly name: string | null
  /** The agent or the ticket. */
  readonly instance_id: number | null
}

const load = defineStatement<{ ids: string[]; rules: SkillRule[] | null }>(`select
  array(select v.id from routing_attribute_values v where v.account_id = $1) as ids,
  (select jsonb_agg(jsonb_build_object('id', v.id, 'conditions', v.conditions) order by v.created_at, v.id) from routing_attribute_values v
    where v.account_id = $1 and v.conditions <> '{"all": [], "any": []}') as rules`)

const insertChanges =
  defineStatement<unknown>(`insert into routing_changes (account_id, kind, type, record_id, parent_id, name, instance_id, created_at)
  select $1, c.kind, c.type, c.record_id, c.parent_id, c.name, c.instance_id, $3
  from jsonb_to_recordset($2::jsonb) as c (kind text, type text, record_id text, parent_id text, name text, instance_id bigint)`)

/** The skills of the account, from the cache. */
export async function ticketSkills(ctx: Context): Promise<TicketSkills> {
  const { cache, database } = ctx.services
  const read = async (): Promise<TicketSkills> => {
    const { ids, rules } = await database.one(load(ctx.account.id))
    return { ids: new Set(ids), rules: rules ?? [], catalogue: await selectCatalogue(database, ctx.account.id) }
  }
  return cache.load(configurationTopic(ctx.account.id), 'skills', read)
}

/** Logs changes of skills for the incremental exports. */
export async function insertSkillChanges(tx: Context, changes: readonly SkillChangeRow[]): Promise<void> {
  if (changes.length > 0) await tx.db.run(insertChanges(tx.account.id, toJson(changes), tx.now))
}
