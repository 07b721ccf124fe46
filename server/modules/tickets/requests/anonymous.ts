/** Requests of senders who are not signed in: their identity is unverified. @source docs/reference/tickets.md §9.3 */
import { randomUUID } from 'node:crypto'
import type { Settings } from '#accounts/settings.ts'
import { actorsTopic, readActor } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, refuseInvalid, Unauthenticated } from '#core/errors.ts'
import { retryOnDuplicate } from '#http/unique_values.ts'
import type { Cause } from '../suspended_tickets/causes.ts'
import { suspendTicket, type Suspension } from '../suspended_tickets/suspend.ts'
import { requireUploads } from '../tickets/comment_uploads.ts'
import { personById } from '../tickets/people_store.ts'
import type { TicketInput } from '../tickets/schema.ts'
import { type TicketSetup, ticketSetup } from '../tickets/setup_store.ts'
import { reserveNumber } from '../tickets/store.ts'
import type { UploadRow } from '#modules/common/uploads/store.ts'
import { isEmail, normalValue } from '#modules/people/user_identities/values.ts'
import { ticketInputOf, checkTicketInput, withPortalFields } from './ticket_input.ts'
import { makeUnverified } from './copies.ts'
import { fileRequest } from './create.ts'
import type { RequestInput } from './schema.ts'
import { findSender, type Sender } from './store.ts'

const MAX_NAME_LENGTH = 255

/** The filed request. `id` is that of the ticket, or a reserved id that belongs to no ticket if the request is suspended. */
export interface Filed {
  readonly id: number
  readonly asked: TicketInput
}

/** Why an anonymous request is suspended; undefined if it is not. The address of an agent cannot be used without authentication. */
export function causeOf(rules: Settings['end_users'], email: string, known: Sender | undefined): Cause | undefined {
  if (known?.suspended === true) return 'suspended_user'
  if (known !== undefined && known.role !== 'end-user') return 'unverified'
  if (!isListed(rules.allowlist, email)) {
    if (isListed(rules.blocklist, email)) return 'blocklisted'
    if (rules.blocklist.includes('*')) return 'not_on_allowlist'
  }
  return rules.must_sign_up && known?.verified !== true ? 'sign_up_required' : undefined
}

/** True if the list contains the address, its domain, or a parent domain. */
function isListed(list: readonly string[], email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return list.some((entry) => entry === email || entry === domain || (entry !== '' && domain.endsWith(`.${entry}`)))
}

function senderOf({ requester = {} }: RequestInput): { name: string; email: string } {
  const name = (requester.name ?? '').trim()
  const email = normalValue('email', requester.email ?? '')
  const requesterProblems = [
    ...(name === '' ? [{ description: 'Requester Name:  is too short (minimum is 1 characters)', error: 'TooShort' }] : []),
    ...(name.length > MAX_NAME_LENGTH
      ? [{ description: `Requester Name:  is too long (maximum is ${MAX_NAME_LENGTH} characters)`, error: 'TooLong' }]
      : []),
    ...(isEmail(email) ? [] : [{ description: `Requester Email: ${email} is not properly formatted`, error: 'InvalidFormat' }]),
  ]
  refuseInvalid(requesterProblems.length === 0 ? {} : { requester: requesterProblems })
  return { name, email }
}

/**
 * Files the request of a sender who gives a name and an address. Nothing of the user with this address is used or shown: the request copies
 * no one, follows up no ticket, and can use only anonymous uploads.
 * @throws Unauthenticated if the instance accepts no anonymous requests @throws RecordInvalid
 */
export async function fileAnonymously(ctx: Context, input: RequestInput): Promise<Filed> {
  const rules = ctx.account.settings.end_users
  if (!rules.anonymous_requests) throw new Unauthenticated()
  const { name, email } = senderOf(input)
  const { organization_id: _organization, ...asked } = ticketInputOf(input)
  const { locale, locale_id } = input.requester ?? {}
  const language = { ...(locale === undefined ? {} : { locale }), ...(locale_id === undefined ? {} : { locale_id }) }
  const sent: Sent = { name, email, language, asked }
  await equalizeWork(ctx, sent, await findSender(ctx, email))
  return retryOnDuplicate(ctx, ['email'], () => inTransaction(ctx, (tx) => file(tx, sent)))
}

/** What an anonymous sender sends, and the name and address they give. */
interface Sent {
  readonly name: string
  readonly email: string
  readonly language: { readonly locale?: string | null; readonly locale_id?: number | null }
  readonly asked: TicketInput
}

async function file(tx: Context, sent: Sent): Promise<Filed> {
  const { name, email, asked: input } = sent
  const { setup, uploads } = await receiveRequest(tx, sent)
  const known = await findSender(tx, email)
  const cause = causeOf(tx.account.settings.end_users, email, known)
  const kept = withPortalFields(input, setup)
  const id =
    cause !== undefined
      ? await suspend(tx, { author: { id: known?.id ?? null, name, email }, cause, asked: kept, uploads })
      : known === undefined
        ? await fileAsNew(tx, sent)
        : await fileAs(tx, known.id, input)
  // creating a user invalidates the cached actors and delays the response: do the same if none is created, so that timing reveals nothing
  if (cause !== undefined || known !== undefined) await invalidateActors(tx)
  return { id, asked: kept }
}

const invalidateActors = (tx: Context) => tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))

async function suspend(tx: Context, suspension: Suspension): Promise<number> {
  await suspendTicket(tx, suspension)
  return reserveNumber(tx)
}

async function receiveRequest(tx: Context, { asked: input }: Sent): Promise<{ setup: TicketSetup; uploads: UploadRow[] }> {
  const setup = await ticketSetup(tx)
  refuseInvalid(checkTicketInput(input, setup))
  // as the anonymous actor: uploads of the user with this address cannot be used
  return { setup, uploads: await requireUploads(tx, input) }
}

async function fileAsNew(tx: Context, { name, email, language, asked: input }: Sent): Promise<number> {
  const { id } = await makeUnverified(tx, { email, name, ...language })
  return fileAs(tx, id, input)
}

async function fileAs(tx: Context, userId: number, input: TicketInput): Promise<number> {
  const found = await readActor(tx, userId)
  if (found === undefined) throw new Forbidden()
  return fileRequest({ ...tx, actor: found.actor }, input)
}

/** Rolls back a transaction that succeeded. */
class RolledBack extends Error {}

/**
 * Validates the request as that of an unknown address, so that errors do not reveal whether the address is known: it is filed for a new
 * user and rolled back. Then the work that is not done for this address but for others (creating a user, filing, suspending) is done and
 * rolled back, so that a request costs the same statements for every address. @throws RecordInvalid
 */
async function equalizeWork(ctx: Context, sent: Sent, known: Sender | undefined): Promise<void> {
  const cause = causeOf(ctx.account.settings.end_users, sent.email, known)
  await takenBack(ctx, async (tx) => {
    await receiveRequest(tx, sent)
    await fileAsNew(tx, asNobody(sent))
  })
  await takenBack(ctx, async (tx) => {
    const { setup, uploads } = await receiveRequest(tx, sent)
    const { name, email, language, asked: input } = asNobody(sent)
    if (cause !== undefined) return void (await fileAsNew(tx, { name, email, language, asked: input }))
    if (known !== undefined) {
      const { id } = await makeUnverified(tx, { email, name, ...language })
      // a new user is not cached: filing reads it twice, as the requester and as the author
      for (let times = 0; times < 2; times += 1) await personById(tx, id)
    } else await invalidateActors(tx)
    await suspend(tx, { author: { id: null, name, email }, cause: 'unverified', asked: withPortalFields(input, setup), uploads })
  })
}

const asNobody = (sent: Sent): Sent => ({ ...sent, email: `${randomUUID()}@nobody.invalid` })

async function takenBack(ctx: Context, work: (tx: Context) => Promise<void>): Promise<void> {
  const attempt = async (tx: Context): Promise<never> => {
    await work(tx)
    throw new RolledBack()
  }
  await inTransaction(ctx, attempt).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}
