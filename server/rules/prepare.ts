/** Compiles stored triggers, so that they are ready to run. Pure. */
import { type Action, compileActions } from './actions.ts'
import { compileConditions, type Conditions, fieldsRead, needsOf } from './condition.ts'
import type { RuleCatalogue } from './facts.ts'
import { indexRules, type PreparedRule, type RuleIndex } from './pass.ts'
import { ruleKeys } from './rule_key.ts'

/** A trigger as it is stored. */
export interface StoredTrigger {
  readonly id: number
  readonly title: string
  readonly revision_id: number
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** The triggers in the order in which they run. */
export interface PreparedTriggers extends RuleIndex {
  /** What their conditions need to know besides the ticket. */
  readonly needs: ReadonlySet<string>
  /** Those that name what is gone, and are skipped. */
  readonly broken: readonly number[]
}

export const NO_TRIGGERS: PreparedTriggers = { ...indexRules([]), needs: new Set(), broken: [] }

/** Compiles triggers, given in the order in which they run. One that names what is gone is left out and passed to `skipped`. */
export function prepareTriggers(
  rows: readonly StoredTrigger[],
  catalogue: RuleCatalogue,
  skipped: (row: StoredTrigger, error: unknown) => void,
): PreparedTriggers {
  const rules: PreparedRule[] = []
  const broken: number[] = []
  for (const row of rows) {
    try {
      rules.push(prepareRule(row, catalogue))
    } catch (error) {
      broken.push(row.id)
      skipped(row, error)
    }
  }
  return { ...indexRules(rules), needs: new Set(rules.flatMap(({ conditions }) => [...needsOf(conditions)])), broken }
}

/** Compiles a trigger. @throws Error when it names what is gone */
export function prepareRule({ id, title, revision_id, conditions, actions }: StoredTrigger, catalogue: RuleCatalogue): PreparedRule {
  const compiledConditions = compileConditions(conditions, catalogue)
  return {
    id,
    title,
    revision_id,
    conditions: compiledConditions,
    actions: compileActions(actions, catalogue),
    reads: fieldsRead(compiledConditions),
    keys: ruleKeys(conditions),
  }
}
