/** Restrictions on automations: they run over all tickets every hour, so they must not act on the same ticket again and again. */
import { toDate } from '#lib/clock.ts'
import { type Action, applyActions, checkActions, compileActions } from './actions.ts'
import { asText, tags } from './argument.ts'
import type { Effect } from './bound_action.ts'
import { checkConditions, compileConditions, type Condition, type Conditions, matches } from './condition.ts'
import { BLANK_TICKET, catalogueOf, type Fields, type RelatedFacts, type RuleCatalogue, type RuleContext } from './facts.ts'
import { fieldRow } from './fields.ts'
import { applyToRelated } from './related_after.ts'

const SELECTING = ['status', 'type', 'group_id', 'assignee_id', 'requester_id']
const STATUS_FIELDS = ['status', 'custom_status_id']
const MAX_BYTES = 65_536

const nobody: Required<RelatedFacts> = {
  requester: { role: 'end-user', locale_id: 0, time_zone: '', custom_fields: {} },
  organization: null,
  incidents: 0,
  schedules: { in_business_hours: false, on_holiday: false, schedule_id: null, within: new Set() },
}
const anytime: RuleContext & { related: Required<RelatedFacts> } = {
  now: toDate(0),
  time_zone: 'Etc/UTC',
  current_user_id: null,
  related: nobody,
}

/** The condition fields that an action sets. */
function fieldsSetBy(action: Action): readonly string[] {
  if (action.field === 'set_tags' || action.field === 'remove_tags') return ['current_tags']
  return STATUS_FIELDS.includes(action.field) ? STATUS_FIELDS : [action.field]
}

/** The effects of actions on what conditions can see: a rating that is offered, what is set of requester and organization. */
function seenAfter(effects: readonly Effect[]): { offered: boolean; context: RuleContext } {
  const offered = effects.some((effect) => effect.kind === 'offer_satisfaction_rating')
  return { offered, context: { ...anytime, related: applyToRelated(nobody, effects) } }
}

/** True when a ticket for which the condition was true cannot meet it any more after the actions. */
function makesFalse(condition: Condition, actions: readonly Action[], catalogue: RuleCatalogue): boolean {
  const deciding = actions.filter((action) => fieldsSetBy(action).includes(condition.field))
  if (deciding.length === 0) return false
  // the status of a custom status is not known here; setting one is assumed to change the other
  if (STATUS_FIELDS.includes(condition.field) && deciding.some((action) => action.field !== condition.field)) return true
  const before = { ...BLANK_TICKET, tags: condition.operator === 'includes' ? (tags(1).read(condition.value) ?? []) : [] }
  const { ticket, effects } = applyActions(compileActions(deciding, catalogue), before, anytime)
  const { offered, context } = seenAfter(effects)
  const after = offered ? { ...ticket, satisfaction_rating: { score: 'offered' } } : ticket
  return !matches(compileConditions({ all: [condition], any: [] }, catalogue), after, context)
}

/** True when applying the actions again changes nothing and has no effects: they only set values. Clients save such rules. */
function isIdempotent(actions: readonly Action[], catalogue: RuleCatalogue): boolean {
  const bound = compileActions(actions, catalogue)
  const once = applyActions(bound, BLANK_TICKET, anytime)
  const twice = applyActions(bound, once.ticket, anytime)
  return once.effects.length === 0 && JSON.stringify(once.ticket) === JSON.stringify(twice.ticket)
}

/** True for a condition that is true in one hourly run only: an exact number of hours since or until an event. */
function isOnce({ field, operator }: Condition, catalogue: RuleCatalogue): boolean {
  return (operator === 'is' || operator === 'is_business_hours') && fieldRow(field, catalogue)?.timed === true
}

/** Hours since a status also imply that the ticket is in that status. */
function listImpliedConditions(condition: Condition, catalogue: RuleCatalogue): readonly Condition[] {
  const during = fieldRow(condition.field, catalogue)?.during
  return during === undefined ? [] : [{ field: 'status', operator: 'is', value: during }]
}

function checkRestrictions(conditions: Conditions, actions: readonly Action[], catalogue: RuleCatalogue): readonly string[] {
  const all = [...conditions.all, ...conditions.all.flatMap((condition) => listImpliedConditions(condition, catalogue))]
  const isEnded = (condition: Condition) => makesFalse(condition, actions, catalogue)
  const terminates =
    all.some((condition) => isOnce(condition, catalogue)) ||
    all.some(isEnded) ||
    (conditions.any.length > 0 && conditions.any.every(isEnded)) ||
    isIdempotent(actions, catalogue)
  const problems: string[] = []
  if (!all.some((condition) => SELECTING.includes(condition.field))) {
    problems.push('Invalid conditions. You must select at least one condition on status, type, group, assignee or requester under "all".')
  }
  if (!terminates) {
    problems.push(
      'Invalid automation. It needs a time condition that is true only once (operator "is") or an action that makes one of its conditions false.',
    )
  }
  return problems
}

/**
 * What is wrong with an automation that is about to be saved, in sentences; [] when nothing is. A condition on time is not required,
 * because the test suites of clients create automations without one.
 * The caller ensures that no other active automation has the same conditions, with {@link sameConditions}.
 * @source docs/reference/business_rules.md §2.2, §5.2
 */
export function checkAutomation(conditions: Conditions, actions: readonly Action[], fields: Fields): readonly string[] {
  const catalogue = catalogueOf(fields)
  const problems = [...checkConditions(conditions, 'automation', catalogue), ...checkActions(actions, 'automation', catalogue)]
  if (problems.length > 0) return problems
  const bytes = Buffer.byteLength(JSON.stringify({ conditions, actions }))
  if (bytes > MAX_BYTES) return ['Invalid automation. Its conditions and actions are longer than 64 KB.']
  return checkRestrictions(conditions, actions, catalogue)
}

function fingerprint(conditions: readonly Condition[]): string {
  const toKey = ({ field, operator, value }: Condition) =>
    JSON.stringify([field, operator, Array.isArray(value) ? value.map(String) : asText(value)])
  return [...new Set(conditions.map(toKey))].sort().join()
}

/** True when both have the same conditions in any order. @source docs/reference/business_rules.md §5.2 */
export function sameConditions(one: Conditions, other: Conditions): boolean {
  return fingerprint(one.all) === fingerprint(other.all) && fingerprint(one.any) === fingerprint(other.any)
}
