/** Ticks steps of checklists, and handles completed checklists. */
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid, orNotFound } from '#core/errors.ts'
import { takeSystemStep } from '../access_requests/take_step.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkRemark } from './check.ts'
import { creationStepsOf, isComplete, withTick } from './checklist.ts'
import { kindNamed, type StepDefinition } from './kinds.ts'
import { requireVisible, requireWorker } from './people.ts'
import type { TickInput } from './schema.ts'
import { type IntegrationRow, lockIntegration, updateIntegration } from './store.ts'
import { activateWebhook } from './webhook.ts'

/**
 * Ticks a step that a person does, or removes the tick. The last tick of the creation checklist activates the integration and its access
 * request; the last tick of the revocation checklist makes the integration revoked.
 * @throws NotFound for an unknown integration or step
 * @throws Forbidden
 * @throws RecordInvalid for an automatic step, and for a checklist that is not open yet or already closed
 * @source docs/reference/specification.md §5.5.5; docs/reference/access_governance.md §11
 */
export async function tickStep(ctx: Context, id: number, key: string, given: TickInput): Promise<IntegrationRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockIntegration(tx, id)
    requireVisible(tx, before)
    requireWorker(tx, before)
    const { list, definition } = stepNamed(before, key)
    const note = given.note?.trim() || null
    requireOpenChecklist(before, list, definition, note)
    const done = given.done ?? true
    const tick = done ? { done_at: tx.now.toISOString(), done_by_id: tx.actor.id, note } : null
    const row = await updateIntegration(tx, id, { [list]: withTick(before[list], key, tick) })
    await recordAudit(tx, {
      action: 'update',
      source_type: 'integration',
      source_id: id,
      source_label: row.name,
      change_description: `${done ? 'Done' : 'Not done after all'}: ${definition.title}`,
      details: { checklist: list, key, note },
    })
    return completeIntegration(tx, row)
  })
}

type ListName = 'creation_steps' | 'revocation_steps'

function stepNamed(row: IntegrationRow, key: string): { list: ListName; definition: StepDefinition } {
  const { creation, revocation } = kindNamed(row.kind)
  const hasKey = (step: StepDefinition) => step.key === key
  const inCreation = creation.find(hasKey)
  const definition = orNotFound(inCreation ?? revocation.find(hasKey))
  return { list: inCreation === undefined ? 'revocation_steps' : 'creation_steps', definition }
}

function requireOpenChecklist(row: IntegrationRow, list: ListName, { automatic }: StepDefinition, note: string | null): void {
  const refuseTick = (description: string) => refuseInvalid({ base: [{ description, error: 'InvalidValue' }] })
  if (automatic) refuseTick('The step is done by the service itself')
  if (list === 'creation_steps' && row.state !== 'creating') refuseTick('The creation checklist is closed')
  if (list === 'revocation_steps' && row.state === 'revoked') refuseTick('The revocation checklist is closed')
  if (list === 'revocation_steps' && row.state !== 'revoking') refuseTick('The revocation of the integration has not begun')
  refuseInvalid(checkRemark('note', note ?? '', false))
}

/** Activates or finishes revoking an integration whose checklist is complete. Returns the row, unchanged if no checklist is complete. */
export async function completeIntegration(tx: Context, row: IntegrationRow): Promise<IntegrationRow> {
  if (row.state === 'creating' && isComplete(creationStepsOf(row))) return activate(tx, row)
  if (row.state !== 'revoking' || !isComplete(row.revocation_steps)) return row
  await audit(tx, row, 'Revoked: nothing of its revocation checklist is left')
  return updateIntegration(tx, row.id, { state: 'revoked', revoked_at: tx.now })
}

/** Activates the integration. Kinds without credentials have no hand-over of their own, so it is taken here. */
async function activate(tx: Context, row: IntegrationRow): Promise<IntegrationRow> {
  const request = { id: row.access_request_id }
  if (row.handed_over_at === null) await takeSystemStep(tx, request, 'hand_over', { body: `The integration ${row.name} is set up` })
  await takeSystemStep(tx, request, 'activate', { body: `Nothing of the creation checklist of ${row.name} is left` })
  await activateWebhook(tx, row)
  await audit(tx, row, 'Active: nothing of its creation checklist is left')
  return updateIntegration(tx, row.id, { state: 'active', activated_at: tx.now, creation_steps: creationStepsOf(row) })
}

async function audit(tx: Context, row: IntegrationRow, change_description: string): Promise<void> {
  await recordAudit(tx, { action: 'update', source_type: 'integration', source_id: row.id, source_label: row.name, change_description })
}
