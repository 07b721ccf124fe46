/** The skills that a ticket requires: those whose conditions it meets when it is created, and the log of what a write changes in them. */
import { createHash } from 'node:crypto'
import { type Context, inTransaction } from '#core/context.ts'
import { type Compiled, compileConditions, matches, needsOf } from '#rules/condition.ts'
import { applySkills } from '#rules/skills.ts'
import type { TicketState } from '../row.ts'
import { insertSkillChanges, type SkillChangeRow, type TicketSkills } from '../skill_store.ts'
import { factsOf, ruleContext } from './rule_context.ts'
import type { TicketWrite } from './ticket_write.ts'

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

function changesOf(ticketId: number, before: readonly string[], after: readonly string[]): SkillChangeRow[] {
  const changes = (ids: readonly string[], type: SkillChangeRow['type']) =>
    ids.map((id): SkillChangeRow => ({
      kind: 'instance_value',
      type,
      record_id: ticketValueId(ticketId, id),
      parent_id: id,
      name: null,
      instance_id: ticketId,
    }))
  return [
    ...changes(
      before.filter((id) => !after.includes(id)),
      'unassociate_ticket',
    ),
    ...changes(
      after.filter((id) => !before.includes(id)),
      'associate_ticket',
    ),
  ]
}

/** True if a write changes the skills of the ticket. */
export function areSkillsChanged(before: TicketState | null, after: TicketState): boolean {
  return (before?.attribute_value_ids ?? []).join() !== after.attribute_value_ids.join()
}

/**
 * Runs a ticket's write and logs what it changes in the ticket's skills, in one transaction. A write that changes none opens no transaction
 * here. `idOf` returns the ticket's id, or null when nothing was written.
 */
export async function writeAndLogSkills<Written>(
  ctx: Context,
  { before, after }: Pick<TicketWrite, 'after'> & { readonly before: TicketState | null },
  write: (ctx: Context) => Promise<Written>,
  idOf: (written: Written) => number | null,
): Promise<Written> {
  if (!areSkillsChanged(before, after)) return write(ctx)
  return inTransaction(ctx, async (tx) => {
    const written = await write(tx)
    const id = idOf(written)
    if (id !== null) await insertSkillChanges(tx, changesOf(id, before?.attribute_value_ids ?? [], after.attribute_value_ids))
    return written
  })
}
