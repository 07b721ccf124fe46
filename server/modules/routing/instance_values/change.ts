/** The acts on instance values: which skills an agent has, and which a ticket requires. */
import { randomUUID } from 'node:crypto'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound, RecordInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { lockVisibleUser } from '#modules/people/users/list_store.ts'
import type { UserRow } from '#modules/people/users/store.ts'
import { changeTicket } from '#modules/tickets/tickets/change.ts'
import { insertSkillChanges, type SkillChangeRow } from '#modules/tickets/tickets/skill_store.ts'
import { type AttributeValueRow, findValues } from '../attributes/value_store.ts'
import { type AgentValueDraft, type AgentValueRow, agentValuesOf, deleteAgentValues, putAgentValues, type SkillPriority } from './store.ts'

/** What is done to the skills of an agent: some are added, they are replaced, some are taken away. */
export type AgentAction = 'upsert' | 'update' | 'delete'

/** A skill that an agent is to have. Without a priority the present one stays, or it is NORMAL. */
export interface WantedValue {
  readonly id: string
  readonly agent_skill_priority?: SkillPriority | undefined
}

const makeSkillChanges = (type: SkillChangeRow['type'], userId: number, values: readonly { id: string; attribute_value_id: string }[]) =>
  values.map(({ id, attribute_value_id }): SkillChangeRow => ({
    kind: 'instance_value',
    type,
    record_id: id,
    parent_id: attribute_value_id,
    name: null,
    instance_id: userId,
  }))

async function lockAgent(tx: Context, id: number): Promise<UserRow> {
  const user = await lockVisibleUser(tx, id)
  if (user.role === 'end-user') throw new NotFound()
  return user
}

async function refuseUnknown(tx: Context, wanted: readonly WantedValue[]): Promise<void> {
  const found = await findValues(
    tx,
    wanted.map(({ id }) => id),
  )
  const known = new Set(found.map(({ id }) => id))
  if (wanted.some(({ id }) => !known.has(id))) throw new RecordInvalid({ attribute_value_ids: [makeInvalidProblem('Attribute value')] })
}

function draftsOf(before: readonly AgentValueRow[], wanted: readonly WantedValue[]): AgentValueDraft[] {
  const drafts = wanted.map(({ id, agent_skill_priority }) => {
    const known = before.find((row) => row.attribute_value_id === id)
    const priority = agent_skill_priority ?? known?.agent_skill_priority ?? 'NORMAL'
    return { id: known?.id ?? randomUUID(), attribute_value_id: id, agent_skill_priority: priority, was: known?.agent_skill_priority }
  })
  return drafts.filter((draft) => draft.was !== draft.agent_skill_priority).map(({ was: _was, ...draft }) => draft)
}

async function settle(tx: Context, agent: UserRow, before: readonly AgentValueRow[], change: AgentChange): Promise<void> {
  const drafts = draftsOf(before, change.wanted)
  const had = new Set(before.map(({ id }) => id))
  const put = drafts.length === 0 ? [] : await putAgentValues(tx, agent.id, drafts)
  const gone = change.unwanted.length === 0 ? [] : await deleteAgentValues(tx, agent.id, change.unwanted)
  if (put.length + gone.length === 0) return
  await insertSkillChanges(tx, [
    ...makeSkillChanges('unassociate_agent', agent.id, gone),
    ...makeSkillChanges(
      'associate_agent',
      agent.id,
      put.filter(({ id }) => !had.has(id)),
    ),
  ])
  const change_description = `Skills changed: ${put.length} added or given another priority, ${gone.length} removed`
  await recordAudit(tx, { action: 'update', source_type: 'user', source_id: agent.id, source_label: agent.name, change_description })
}

interface AgentChange {
  readonly wanted: readonly WantedValue[]
  /** The skills to be taken away. */
  readonly unwanted: readonly string[]
}

function changeOf(before: readonly AgentValueRow[], action: AgentAction, values: readonly WantedValue[]): AgentChange {
  const named = new Map(values.map((value) => [value.id, value]))
  if (action === 'delete') return { wanted: [], unwanted: [...named.keys()] }
  const rest = before.map((row) => row.attribute_value_id).filter((id) => !named.has(id))
  return { wanted: [...named.values()], unwanted: action === 'update' ? rest : [] }
}

/**
 * Changes the skills of an agent; returns all that they have then.
 * @throws Forbidden @throws NotFound for a user who is no agent @throws RecordInvalid when a skill to be given does not exist
 * @source docs/reference/other.md §12.2
 */
export async function changeAgentValues(
  ctx: Context,
  userId: number,
  action: AgentAction,
  values: readonly WantedValue[],
): Promise<AgentValueRow[]> {
  requirePermission(ctx, 'skill.manage')
  return inTransaction(ctx, async (tx) => {
    const agent = await lockAgent(tx, userId)
    if (action !== 'delete') await refuseUnknown(tx, values)
    const before = await agentValuesOf(tx, userId)
    await settle(tx, agent, before, changeOf(before, action, values))
    return agentValuesOf(tx, userId)
  })
}

/**
 * Sets the skills that a ticket requires; unknown ids are ignored. Returns those skills.
 * @throws Forbidden @throws NotFound @throws RecordInvalid when the ticket is closed
 * @source docs/reference/other.md §12.2
 */
export async function setTicketValues(ctx: Context, ticketId: number, ids: readonly string[]): Promise<AttributeValueRow[]> {
  requirePermission(ctx, 'skill.manage')
  const { ticket } = await changeTicket(ctx, ticketId, { attribute_value_ids: [...ids] })
  return findValues(ctx, ticket.attribute_value_ids)
}
