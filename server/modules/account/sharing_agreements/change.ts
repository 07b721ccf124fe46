/** The acts on sharing agreements: propose, change the status, end. */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import type { AgreementInput } from './schema.ts'
import { type AgreementRow, deleteAgreement, getAgreement, insertAgreement, updateStatus } from './store.ts'

const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** The statuses an administrator may set; only the sharing process sets `failed`, and this server has none. @source docs/reference/other.md §5 */
const SETTABLE = ['accepted', 'declined', 'pending', 'inactive']

const audit = (tx: Context, action: 'create' | 'update' | 'destroy', row: AgreementRow, change_description: string) =>
  recordAudit(tx, { action, source_type: 'sharing_agreement', source_id: row.id, source_label: row.name, change_description })

function checkAgreement(remote: string, type: string): Details {
  const subdomain = SUBDOMAIN.test(remote)
    ? []
    : [remote === '' ? makeBlankProblem('Remote subdomain') : { description: 'Remote subdomain: is invalid', error: 'InvalidFormat' }]
  const kind = ['inbound', 'outbound'].includes(type) ? [] : [makeInvalidProblem('Type')]
  return Object.fromEntries(Object.entries({ remote_subdomain: subdomain, type: kind }).filter(([, found]) => found.length > 0))
}

/** Proposes an agreement with the status pending. @throws Forbidden @throws RecordInvalid @source docs/reference/other.md §5 */
export async function createAgreement(ctx: Context, input: AgreementInput): Promise<AgreementRow> {
  requirePermission(ctx, 'sharing_agreement.manage')
  const remote_subdomain = (input.remote_subdomain ?? '').trim().toLowerCase()
  const type = input.type ?? 'outbound'
  refuseInvalid(checkAgreement(remote_subdomain, type))
  const name = (input.name ?? '').trim() || `${remote_subdomain} @ ${ctx.account.name}`
  return inTransaction(ctx, async (tx) => {
    const partner_name = input.partner_name ?? null
    const row = await insertAgreement(tx, { name, type, status: 'pending', partner_name, remote_subdomain })
    await audit(tx, 'create', row, `Proposed to ${remote_subdomain}`)
    return row
  })
}

/**
 * Changes the status; nothing else can be changed.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/other.md §5
 */
export async function changeAgreement(ctx: Context, id: number, input: AgreementInput): Promise<AgreementRow> {
  requirePermission(ctx, 'sharing_agreement.manage')
  return inTransaction(ctx, async (tx) => {
    const before = await getAgreement(tx, id)
    const status = input.status ?? before.status
    if (status === before.status) return before
    if (!SETTABLE.includes(status)) refuseInvalid({ status: [makeInvalidProblem('Status')] })
    const row = await updateStatus(tx, id, status)
    await audit(tx, 'update', row, `Status changed from ${before.status} to ${status}`)
    return row
  })
}

/** Deletes an agreement. @throws Forbidden @throws NotFound */
export async function removeAgreement(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'sharing_agreement.manage')
  await inTransaction(ctx, async (tx) => {
    const before = await getAgreement(tx, id)
    await deleteAgreement(tx, id)
    await audit(tx, 'destroy', before, 'Deleted')
  })
}
