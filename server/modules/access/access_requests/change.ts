/** Changes an access request that has not been approved yet. */
import { refuseDuplicates } from '#http/unique_values.ts'
import { requireInPerson } from '#auth/in_person.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { getUser } from '#modules/people/users/store.ts'
import { checkTexts } from './check.ts'
import { insertEvent } from './event_store.ts'
import { checkManager } from './manager.ts'
import { lockVisibleRequest } from './rights.ts'
import type { AccessRequestInput } from './schema.ts'
import { STATE_SENTENCES } from './states.ts'
import { type AccessRequestRow, updateAccessRequest, EXTERNAL_URL_TAKEN } from './store.ts'
import { notifyManager, notifyOfEdit } from './notify.ts'
import { checkIssue } from './tracker.ts'

type Draft = Pick<AccessRequestRow, 'title' | 'business_reason' | 'use_case' | 'external_url' | 'manager_id'>

/**
 * Changes an access request: the requester may change its texts, an administrator the approving manager.
 * @throws NotFound @throws RecordInvalid
 * @throws Forbidden for anyone else, and when the caller is not acting in person
 */
export function changeAccessRequest(ctx: Context, id: number, given: AccessRequestInput): Promise<AccessRequestRow> {
  return refuseDuplicates(EXTERNAL_URL_TAKEN, () =>
    inTransaction(ctx, async (tx) => {
      const before = await lockVisibleRequest(tx, id)
      requireInPerson(tx)
      requireChangeable(tx, before, given)
      const after = overlay(before, given)
      await refuseProblems(tx, before, after)
      const sentences = await differences(tx, before, after)
      if (sentences.length === 0) return before
      const body = sentences.join('. ')
      const row = await updateAccessRequest(tx, id, after)
      await insertEvent(tx, id, { type: 'edit', body })
      await recordAudit(tx, {
        action: 'update',
        source_type: 'access_request',
        source_id: id,
        source_label: row.title,
        change_description: body,
        details: { before: overlay(before, {}), after },
      })
      await (row.manager_id === before.manager_id ? notifyOfEdit(tx, row, body) : notifyManager(tx, row))
      return row
    }),
  )
}

function requireChangeable({ actor }: Context, before: AccessRequestRow, { manager_id, ...texts }: AccessRequestInput): void {
  if (actor.id !== before.requester_id && Object.keys(texts).length > 0)
    throw new Forbidden('Only its requester may change the texts of an access request.')
  if (typeof manager_id === 'number' && manager_id !== before.manager_id && actor.role !== 'admin')
    throw new Forbidden('Only an administrator may name another manager for an access request.')
  if (before.state === 'submitted') return
  const description = `The access request cannot be changed: it ${STATE_SENTENCES[before.state]}`
  throw new RecordInvalid({ base: [{ description, error: 'InvalidValue' }] })
}

function overlay(before: AccessRequestRow, given: AccessRequestInput): Draft {
  const text = (member: 'title' | 'business_reason' | 'use_case') =>
    given[member] === undefined ? before[member] : (given[member]?.trim() ?? '')
  return {
    title: text('title'),
    business_reason: text('business_reason'),
    use_case: text('use_case'),
    external_url: given.external_url === undefined ? before.external_url : given.external_url?.trim() || null,
    manager_id: given.manager_id ?? before.manager_id,
  }
}

async function refuseProblems(tx: Context, before: AccessRequestRow, after: Draft): Promise<void> {
  refuseInvalid({
    ...checkTexts(after),
    ...(after.external_url === before.external_url ? {} : await checkIssue(tx, after.external_url)),
    ...(after.manager_id === before.manager_id ? {} : await checkManager(tx, after.manager_id, before.requester_id)),
  })
}

async function differences(tx: Context, before: AccessRequestRow, after: Draft): Promise<string[]> {
  const sentences: string[] = []
  if (before.title !== after.title) sentences.push(`Title changed from "${before.title}" to "${after.title}"`)
  if (before.business_reason !== after.business_reason) sentences.push('Business reason changed')
  if (before.use_case !== after.use_case) sentences.push('Use case changed')
  if (before.external_url !== after.external_url)
    sentences.push(`External URL changed from ${before.external_url ?? 'none'} to ${after.external_url ?? 'none'}`)
  if (before.manager_id !== after.manager_id) {
    const one = await getUser(tx, before.manager_id)
    const other = await getUser(tx, after.manager_id)
    sentences.push(`Manager changed from ${one.name} to ${other.name}`)
  }
  return sentences
}
