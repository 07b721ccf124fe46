/** Takes every step: checks it against the table, then writes row, event, audit entry and mails in one transaction. */
import { ensureDefined } from '#lib/defined.ts'
import { requireInPerson } from '#auth/in_person.ts'
import { type Context, SYSTEM } from '#core/context.ts'
import { Forbidden, RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkReason } from './check.ts'
import { insertEvent } from './event_store.ts'
import { findNextSteps } from './next_store.ts'
import { findCombinedParts, type Refusal, refusalOf, stepFor } from './steps.ts'
import type { Part, Step, StepName } from './step_table.ts'
import { type AccessRequestRow, lockAccessRequest, type RequestLinks, updateAccessRequest } from './store.ts'
import { notifyOfStuckStep, notifyOfStep } from './notify.ts'
import { requireCurrentText } from './text_version.ts'

const DAY_SECONDS = 86_400

/** The input of a step: a reason, note or findings; the version of the text the caller has read; and what the request has resulted in. */
export interface StepInput {
  readonly body?: string
  readonly text_version?: string | null | undefined
  readonly links?: RequestLinks
}

/**
 * Takes a step on a request as the caller, inside the caller's transaction, and returns the request after it.
 * The row is locked and read again, so only the id of `request` is used.
 * @throws NotFound
 * @throws RecordInvalid when the request is not in a state for it, or the step lacks its reason
 * @throws Conflict when a `text_version` is given and the request was edited since
 * @throws Forbidden when someone else has to take it, or it is not taken in person; the message says who, or which parts are separated
 * @source docs/reference/specification.md §5.6; docs/reference/access_governance.md §3
 */
export function takeStep(tx: Context, request: { readonly id: number }, name: StepName, given: StepInput = {}): Promise<AccessRequestRow> {
  return take(tx, request.id, name, { ...given, by_system: false })
}

/**
 * As {@link takeStep}, for a step that follows automatically from another act of the caller, such as opening a one-time secret or
 * deactivating a credential. History and audit log name the caller, but the caller's rights are not checked.
 * @throws NotFound @throws RecordInvalid
 */
export function takeSystemStep(
  tx: Context,
  request: { readonly id: number },
  name: StepName,
  given: StepInput = {},
): Promise<AccessRequestRow> {
  return take(tx, request.id, name, { ...given, by_system: true })
}

/**
 * Refuses a step the caller may not take, before other work is done for it.
 * @throws RecordInvalid when the request is not in a state for it @throws Forbidden when someone else has to take it
 */
export function refuseStep(tx: Context, name: StepName, request: AccessRequestRow): void {
  const refusal = refusalOf(name, { actor: tx.actor, access: tx.account.settings.access, now: tx.now }, request)
  if (refusal !== undefined) refuse(refusal)
}

function refuse({ because, sentence }: Refusal): never {
  if (because === 'person') throw new Forbidden(sentence)
  throw new RecordInvalid({ base: [{ description: sentence, error: 'InvalidValue' }] })
}

interface StepAttempt extends StepInput {
  readonly by_system: boolean
}

async function take(tx: Context, id: number, name: StepName, given: StepAttempt): Promise<AccessRequestRow> {
  const before = await lockAccessRequest(tx, id)
  const asking = { actor: given.by_system ? SYSTEM : tx.actor, access: tx.account.settings.access, now: tx.now }
  const refusal = refusalOf(name, asking, before)
  if (refusal !== undefined) refuse(refusal)
  const step = ensureDefined(stepFor(name, before)) // without a refusal there is a row
  if (step.in_person === true && !given.by_system) requireInPerson(tx)
  requireCurrentText(before, given.text_version)
  const body = given.body?.trim() ?? ''
  refuseInvalid(checkReason(body, step.needs_reason))
  const { by, at } = step.stamps
  const row = await updateAccessRequest(tx, id, {
    state: step.to,
    [at]: tx.now.toISOString(),
    ...(by === undefined ? {} : { [by]: tx.actor.id }),
    ...(step.deadline === 'kept' ? {} : { deadline_at: nextDeadline(tx, step) }),
    ...given.links,
  })
  await insertEvent(tx, id, { type: name, from_state: before.state, to_state: step.to, body })
  await auditStep(tx, step, before, { body, links: given.links ?? {}, combined: findCombinedParts(step, asking, before) })
  await notifyOfStep(tx, step, row, body)
  const [[next] = []] = await findNextSteps(tx, [row])
  if (next !== undefined) await notifyOfStuckStep(tx, row, [next])
  return row
}

function auditStep(
  tx: Context,
  step: Step,
  before: AccessRequestRow,
  { body, links, combined }: { body: string; links: RequestLinks; combined: readonly Part[] },
): Promise<void> {
  const sentences = [
    `The access request ${step.done}`,
    ...(combined.length > 0 ? ['By the engineer who also reviewed it, which the settings of this instance allow'] : []),
    ...(body === '' ? [] : [body]),
  ]
  const credential = { kind: tx.auth.kind, id: tx.auth.credential_id }
  return recordAudit(tx, {
    action: 'update',
    source_type: 'access_request',
    source_id: before.id,
    source_label: before.title,
    change_description: sentences.join('. '),
    details: { step: step.name, from: before.state, to: step.to, ...links, combined, credential },
  })
}

function nextDeadline(tx: Context, step: Step): string | null {
  if (step.deadline === 'none') return null
  return addSeconds(tx.now, tx.account.settings.access.approval_days * DAY_SECONDS).toISOString()
}
