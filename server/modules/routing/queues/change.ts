/** The acts on queues: create, change, put in order, remove. */
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, InvalidAttribute, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { makeUlid } from '#lib/ulid.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { type AuditEntry, recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { ticketSkills } from '#modules/tickets/tickets/skill_store.ts'
import { checkSkillConditions, conditionsOf, NO_CONDITIONS } from '../attributes/conditions.ts'
import type { QueueInput } from './schema.ts'
import { deleteQueue, getQueue, insertQueue, listQueues, type QueueDraft, type QueueRow, updateQueue, updateQueueOrder } from './store.ts'

/** Queues of an account: their list has no pages. */
const MAX_QUEUES = 100
const BLANK: QueueDraft = {
  name: '',
  description: null,
  priority: 1,
  definition: NO_CONDITIONS,
  primary_group_ids: [],
  secondary_group_ids: [],
}

function audit(tx: Context, action: AuditEntry['action'], { id, name }: Pick<QueueRow, 'id' | 'name'>, what: string): Promise<void> {
  const source = { source_type: 'queue', source_id: tx.account.id, source_label: name }
  return recordAudit(tx, { action, ...source, change_description: what, details: { queue_id: id } })
}

/** Groups may be sent by their ids, or as answers show them. */
function groupsOf(ids: readonly number[] | undefined, shown: QueueInput['primary_groups'], before: readonly number[]): number[] {
  const named = shown?.groups?.map(({ id }) => id ?? 0)
  return [...new Set(ids ?? named ?? before)]
}

function draftOf(before: QueueDraft, input: QueueInput): QueueDraft {
  return {
    name: (input.name ?? before.name).trim(),
    description: input.description === undefined ? before.description : input.description,
    priority: input.priority ?? before.priority,
    definition: conditionsOf(input.definition, before.definition),
    primary_group_ids: groupsOf(input.primary_groups_id, input.primary_groups, before.primary_group_ids),
    secondary_group_ids: groupsOf(input.secondary_groups_id, input.secondary_groups, before.secondary_group_ids),
  }
}

async function check(tx: Context, before: QueueDraft, after: QueueDraft, input: QueueInput): Promise<Details> {
  const { catalogue } = await ticketSkills(tx)
  const sentences = input.definition === undefined ? [] : checkSkillConditions(after.definition, catalogue)
  const groups = await findGroups(tx, [...after.primary_group_ids, ...after.secondary_group_ids])
  const live = new Set(groups.filter((group) => !group.deleted).map(({ id }) => id))
  // groups that stay may have been deleted since
  const hasUnknownGroup = (side: 'primary_group_ids' | 'secondary_group_ids') =>
    after[side].some((id) => !live.has(id) && !before[side].includes(id))
  return {
    ...(after.name === '' ? { name: [makeBlankProblem('Name')] } : {}),
    ...(after.priority < 0 ? { priority: [makeInvalidProblem('Priority')] } : {}),
    ...(hasUnknownGroup('primary_group_ids') ? { primary_groups_id: [makeInvalidProblem('Primary groups')] } : {}),
    ...(hasUnknownGroup('secondary_group_ids') ? { secondary_groups_id: [makeInvalidProblem('Secondary groups')] } : {}),
    ...(sentences.length > 0 ? { base: sentences.map((description) => ({ description })) } : {}),
  }
}

/** The ids of all queues with one of them at a place, from 1; last if the place is beyond the end. */
function placeQueue(queues: readonly QueueRow[], id: string, order: number): string[] {
  const others = queues.map((queue) => queue.id).filter((other) => other !== id)
  return others.toSpliced(Math.max(0, order - 1), 0, id)
}

/** Creates a queue, after all others unless a place is sent. @throws Forbidden @throws RecordInvalid @source docs/reference/other.md §13 */
export async function createQueue(ctx: Context, input: QueueInput): Promise<QueueRow> {
  requirePermission(ctx, 'queue.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const queues = await listQueues(tx)
    const draft = draftOf(BLANK, input)
    refuseInvalid(await check(tx, BLANK, draft, input))
    if (queues.length >= MAX_QUEUES) refuseInvalid({ base: [{ description: `An account can have at most ${MAX_QUEUES} queues` }] })
    const id = makeUlid(tx.now)
    await insertQueue(tx, id, draft)
    await updateQueueOrder(tx, placeQueue(queues, id, input.order ?? queues.length + 1))
    await audit(tx, 'create', { id, name: draft.name }, 'Created')
    return getQueue(tx, id)
  })
}

/** Changes a queue. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeQueue(ctx: Context, id: string, input: QueueInput): Promise<QueueRow> {
  requirePermission(ctx, 'queue.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getQueue(tx, id)
    const draft = draftOf(before, input)
    refuseInvalid(await check(tx, before, draft, input))
    await updateQueue(tx, id, draft)
    const { order } = input
    if (typeof order === 'number') await updateQueueOrder(tx, placeQueue(await listQueues(tx), id, order))
    await audit(tx, 'update', { id, name: draft.name }, 'Changed')
    return getQueue(tx, id)
  })
}

/** Puts all queues in this order. @throws Forbidden @throws InvalidAttribute unless each queue is named once @source docs/reference/other.md §13 */
export async function reorderQueues(ctx: Context, ids: readonly string[], route: string): Promise<void> {
  requirePermission(ctx, 'queue.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const queues = await listQueues(tx)
    if (ids.length !== queues.length || !queues.every(({ id }) => ids.includes(id)))
      throw new InvalidAttribute('queue_ids', 'must name every queue once', route)
    await updateQueueOrder(tx, ids)
    const source = { source_type: 'queue', source_id: tx.account.id, source_label: 'All queues' }
    await recordAudit(tx, { action: 'update', ...source, change_description: 'Reordered' })
  })
}

/** Removes a queue; the others close up. @throws Forbidden @throws NotFound */
export async function removeQueue(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'queue.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const queue = await getQueue(tx, id)
    await deleteQueue(tx, id)
    await updateQueueOrder(
      tx,
      (await listQueues(tx)).map((other) => other.id),
    )
    await audit(tx, 'destroy', queue, 'Deleted')
  })
}
