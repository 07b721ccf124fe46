/** The active triggers of an account, ready to run. Cached: the rows with the rules, the compiled rules for as long as the fields stay. */
import { createHash } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { configurationTopic, rulesTopic } from '#db/topics.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { NO_TRIGGERS, type PreparedTriggers, prepareTriggers, type StoredTrigger } from '#rules/prepare.ts'
import { selectCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'

/** The triggers in the order in which they run. */
export interface ActiveTriggers extends PreparedTriggers {
  /** What a run of them names as its set: see migrations/0050_trigger_sets.sql. */
  readonly set_id: string
}

/** The rows of the active triggers, and the set that they are. */
interface StoredSet {
  readonly id: string
  readonly rows: readonly StoredTrigger[]
}

const selectActive = defineStatement<StoredTrigger>(`select id, title, revision_id, conditions, actions from triggers
  where account_id = $1 and active order by category_position, position, title, id`)

const keepSet =
  defineStatement<unknown>(`insert into trigger_sets (account_id, id, trigger_ids, revision_ids, used_at) values ($1, $2, $3::bigint[], $4::bigint[], $5)
  on conflict (account_id, id) do update set used_at = greatest(trigger_sets.used_at, excluded.used_at)`)

const compiled = new WeakMap<StoredSet, { readonly catalogue: RuleCatalogue; readonly triggers: ActiveTriggers }>()

/** The active triggers of the account. */
export async function activeTriggers(ctx: Context): Promise<ActiveTriggers> {
  const { cache, database } = ctx.services
  const set = await cache.load(rulesTopic(ctx.account.id), 'triggers', () => loadSet(ctx))
  if (set.rows.length === 0) return NONE
  const catalogue = await cache.load(configurationTopic(ctx.account.id), 'rule_catalogue', () => selectCatalogue(database, ctx.account.id))
  const known = compiled.get(set)
  if (known !== undefined && known.catalogue === catalogue) return known.triggers
  const triggers = prepare(ctx, set, catalogue)
  compiled.set(set, { catalogue, triggers })
  return triggers
}

/** Reads the active triggers, and stores which they are, once for as long as they stay the same. */
async function loadSet(ctx: Context): Promise<StoredSet> {
  const { database } = ctx.services
  const rows = await database.all(selectActive(ctx.account.id))
  const ids = rows.map((row) => row.id)
  const revisions = rows.map((row) => row.revision_id)
  const id = createHash('sha256').update(revisions.join(' ')).digest('hex')
  if (rows.length > 0) await database.run(keepSet(ctx.account.id, id, ids, revisions, ctx.now))
  return { id, rows }
}

/** Compiles triggers. One that names what is gone is logged and skipped: a write never fails because of a rule. */
function prepare(ctx: Context, { id: set_id, rows }: StoredSet, catalogue: RuleCatalogue): ActiveTriggers {
  const triggers = prepareTriggers(rows, catalogue, ({ id }, err) =>
    ctx.log.warn({ err, account_id: ctx.account.id, trigger_id: id }, 'a trigger names what is gone, and is skipped'),
  )
  return { ...triggers, set_id }
}

const NONE: ActiveTriggers = { ...NO_TRIGGERS, set_id: '' }
