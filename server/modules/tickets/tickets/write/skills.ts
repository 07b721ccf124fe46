/** The skills that a ticket requires: those whose conditions it meets when it is created, and the log of what a write changes in them. */
import { createHash } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { type Compiled, compileConditions, matches, needsOf } from '#rules/condition.ts'
import { applySkills } from '#rules/skills.ts'
import type { TicketState } from '../row.ts'
import { insertSkillChanges, type SkillChangeRow, type TicketSkills } from '../skill_store.ts'
import { factsOf, ruleContext } from './rule_context.ts'
import type { TicketSkillChange, TicketWrite } from './ticket_write.ts'

interface CompiledRule {
  readonly id: string
  readonly conditions: Compiled
}

/** The compiled conditions of cached skills; gone with them. */
const compiledRules = new WeakMap<TicketSkills, readonly CompiledRule[]>()

function rulesOf(skills: TicketSkills): readonly CompiledRule[] {
  const known = compiledRules.get(skills)
  if (known !== undefined) return known
  const rules = skills.rules.flatMap(({ id, conditions }) => {
    try {
      const compiled = compileConditions(conditions, skills.catalogue)
      return [{ id, conditions: compiled }]
    } catch {
      // a condition names a field that was deleted since: no ticket meets it
      return []
    }
  })
  compiledRules.set(skills, rules)
  return rules
}

/**
 * Adds to a new ticket the skills whose conditions it meets. A change of a ticket and an import get none.
 * @source docs/reference/other.md §12.3
 */
export async function matchSkills(ctx: Context, write: TicketWrite): Promise<TicketWrite> {
  const { before, after, options, loaded } = write
  const rules = rulesOf(loaded.skills)
  if (before !== null || options.finish !== undefined || rules.length === 0) return write
  const needs = new Set(rules.flatMap(({ conditions }) => [...needsOf(conditions)]))
  const context = { now: ctx.now, ...(await ruleContext(ctx, write, needs)) }
  const met = rules.filter(({ conditions }) => matches(conditions, factsOf(after, null), context))
  if (met.length === 0) return write
  const attribute_value_ids = applySkills(
    after.attribute_value_ids,
    'add',
    met.map(({ id }) => id),
  )
  return { ...write, after: { ...after, attribute_value_ids } }
}

/** The id under which a ticket has a skill: a UUID that is always the same for both. */
function ticketValueId(ticketId: number, valueId: string): string {
  const hex = createHash('sha256').update(`${ticketId}:${valueId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** True if a write changes the skills of the ticket, or their order. */
export function areSkillsChanged(before: TicketState | null, after: TicketState): boolean {
  return (before?.attribute_value_ids ?? []).join() !== after.attribute_value_ids.join()
}

/** The skills that a write takes from the ticket and gives to it. */
export function listSkillChanges(before: TicketState | null, after: TicketState): TicketSkillChange[] {
  if (!areSkillsChanged(before, after)) return []
  const had = new Set(before?.attribute_value_ids)
  const has = new Set(after.attribute_value_ids)
  return [
    ...[...had.difference(has)].map((skill_id) => ({ type: 'unassociate_ticket', skill_id }) as const),
    ...[...has.difference(had)].map((skill_id) => ({ type: 'associate_ticket', skill_id }) as const),
  ]
}

/** Logs changes of a ticket's skills, inside the transaction of their write. */
export async function logSkillChanges(tx: Context, ticketId: number, changes: readonly TicketSkillChange[]): Promise<void> {
  const rows = changes.map(({ type, skill_id }): SkillChangeRow => ({
    kind: 'instance_value',
    type,
    record_id: ticketValueId(ticketId, skill_id),
    parent_id: skill_id,
    name: null,
    instance_id: ticketId,
  }))
  await insertSkillChanges(tx, rows)
}
