/** The active triggers of an account, ready to run. Cached: the rows with the rules, the compiled rules for as long as the fields stay. */
import type { Context } from '../../../../context.ts'
import { fixed } from '../../../../db/builder.ts'
import { configurationTopic, rulesTopic } from '../../../../db/topics.ts'
import { type Action, compileActions } from '../../../../rules/actions.ts'
import { compileConditions, type Conditions, fieldsRead, needsOf } from '../../../../rules/condition.ts'
import type { RuleCatalogue } from '../../../../rules/facts.ts'
import { indexRules, type PreparedRule, type RuleIndex } from '../../../../rules/pass.ts'
import { ruleKey } from '../../../../rules/rule_key.ts'
import { selectCatalogue } from '../../../custom_data/custom_fields/rule_catalogue_store.ts'

interface TriggerRow {
  readonly id: number
  readonly title: string
  readonly revision_id: number
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** The triggers in the order in which they run, and what their conditions need to know besides the ticket. */
export interface ActiveTriggers extends RuleIndex {
  readonly needs: ReadonlySet<string>
}

const selectActive = fixed<TriggerRow>(`select id, title, revision_id, conditions, actions from triggers
  where account_id = $1 and active order by category_position, position, title, id`)

const compiled = new WeakMap<readonly TriggerRow[], { readonly catalogue: RuleCatalogue; readonly triggers: ActiveTriggers }>()

/** The active triggers of the account. */
export async function activeTriggers(ctx: Context): Promise<ActiveTriggers> {
  const { cache, database } = ctx.services
  const rows = (await cache.load(rulesTopic(ctx.account.id), 'triggers', () =>
    database.all(selectActive(ctx.account.id)),
  )) as readonly TriggerRow[]
  if (rows.length === 0) return NONE
  const catalogue = (await cache.load(configurationTopic(ctx.account.id), 'rule_catalogue', () =>
    selectCatalogue(database, ctx.account.id),
  )) as RuleCatalogue
  const known = compiled.get(rows)
  if (known !== undefined && known.catalogue === catalogue) return known.triggers
  const triggers = prepare(ctx, rows, catalogue)
  compiled.set(rows, { catalogue, triggers })
  return triggers
}

/** Compiles triggers. One that names what is gone is logged and skipped: a write never fails because of a rule. */
function prepare(ctx: Context, rows: readonly TriggerRow[], catalogue: RuleCatalogue): ActiveTriggers {
  const rules: PreparedRule[] = []
  for (const row of rows) {
    try {
      rules.push(prepareRule(row, catalogue))
    } catch (error) {
      ctx.log.warn({ err: error, account_id: ctx.account.id, trigger_id: row.id }, 'a trigger names what is gone, and is skipped')
    }
  }
  return { ...indexRules(rules), needs: new Set(rules.flatMap(({ conditions }) => [...needsOf(conditions)])) }
}

function prepareRule({ id, title, revision_id, conditions, actions }: TriggerRow, catalogue: RuleCatalogue): PreparedRule {
  const compiledConditions = compileConditions(conditions, catalogue)
  return {
    id,
    title,
    revision_id,
    conditions: compiledConditions,
    actions: compileActions(actions, catalogue),
    reads: fieldsRead(compiledConditions),
    key: ruleKey(conditions),
  }
}

const NONE: ActiveTriggers = { ...indexRules([]), needs: new Set() }
