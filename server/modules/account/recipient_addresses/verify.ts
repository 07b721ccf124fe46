/** Checks whether an address is set up correctly: by mail for the forwarding, by DNS for the rest. */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { textsOf } from '#outbound/names.ts'
import { sendMail } from '#modules/common/mails/send.ts'
import { forwardingCheck } from '#modules/common/mails/templates/addresses.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { type AddressChange, type AddressRow, getAddress, updateAddress } from './store.ts'

type Found = 'verified' | 'failed'

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
const toStatus = (fine: boolean): Found => (fine ? 'verified' : 'failed')

/** True when the domain's SPF record includes the deployment's own domain. @source RFC 7208 §4.5, §5.2 */
async function hasPolicy(domain: string, ours: string): Promise<boolean> {
  const policies = (await textsOf(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text))
  return policies.some((text) => text.toLowerCase().split(/\s+/).includes(`include:${ours.toLowerCase()}`))
}

/** True when a TXT record of `_deskhand.<domain>` contains the code of the address. */
async function hasCode(row: AddressRow): Promise<boolean> {
  return (await textsOf(`_deskhand.${domainOf(row.email)}`)).includes(row.domain_verification_code)
}

/** The result of a DNS lookup. */
async function look(ctx: Context, row: AddressRow, type: string): Promise<AddressChange> {
  const { domain } = ctx.services.config
  const spf_status = toStatus(await hasPolicy(domainOf(row.email), domain))
  if (type === 'spf') return { spf_status }
  return { spf_status, domain_verification_status: toStatus(await hasCode(row)) }
}

async function askByMail(ctx: Context, row: AddressRow): Promise<void> {
  const mail = writeMail(forwardingCheck, { email: row.email, instance: ctx.account.name, code: row.domain_verification_code })
  await inTransaction(ctx, async (tx) => {
    await sendMail(tx, { to: row.email, ...mail })
    await updateAddress(tx, row.id, { forwarding_status: 'waiting' })
  })
}

/**
 * Checks an address again. `type` is `forwarding` (sends a mail to it; verified when that comes back), `spf` or `dns`.
 * @throws Forbidden @throws NotFound @throws RecordInvalid for another type
 * @source docs/reference/account.md §4
 */
export async function verifyAddress(ctx: Context, id: number, type: string): Promise<void> {
  requirePermission(ctx, 'recipient_address.manage')
  const row = await getAddress(ctx, id)
  if (!['forwarding', 'spf', 'dns'].includes(type)) refuseInvalid({ type: [makeInvalidProblem('Type')] })
  if (type === 'forwarding') return askByMail(ctx, row)
  await updateAddress(ctx, id, await look(ctx, row, type))
}
