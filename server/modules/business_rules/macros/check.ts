import type { Context } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { checkMacroActions } from '#rules/macro_actions.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { personById } from '#modules/tickets/tickets/people_store.ts'
import { ticketGroups } from '#modules/tickets/tickets/setup_store.ts'
import { keepsRule, ruleProblems } from '../rules/problems.ts'
import type { Restriction } from '../rules/restriction.ts'
import type { MacroDraft } from './store.ts'

/** What is wrong with who a macro is for: groups that do not exist, or an owner who is no agent. */
async function restrictionProblems(ctx: Context, { group_ids, owner_id }: Restriction): Promise<readonly string[]> {
  if (owner_id !== null && owner_id !== ctx.actor.id) {
    const owner = await personById(ctx, owner_id)
    return owner?.active === true && owner.role !== 'end-user' ? [] : [`Restriction: there is no agent ${owner_id}`]
  }
  if (group_ids === null) return []
  const known = new Set((await ticketGroups(ctx)).map((group) => group.id))
  return group_ids.filter((id) => !known.has(id)).map((id) => `Restriction: there is no group ${id}`)
}

const isSameRestriction = (one: Restriction, other: Restriction) =>
  one.owner_id === other.owner_id && one.group_ids?.join() === other.group_ids?.join()

/**
 * What is wrong with a macro as it would be saved. `before` is absent for a new one; what stays as it was is not checked again.
 * @source docs/reference/business_rules.md §2.2
 */
export async function checkMacro(ctx: Context, after: MacroDraft, before?: MacroDraft): Promise<Details> {
  const actions = before !== undefined && keepsRule(before, after) ? [] : checkMacroActions(after.actions, await ruleCatalogue(ctx))
  const restriction = before !== undefined && isSameRestriction(before, after) ? [] : await restrictionProblems(ctx, after)
  return ruleProblems(after.title, [...actions, ...restriction])
}
