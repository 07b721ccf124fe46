/** Requests of people who have not signed in: nobody knows whether they are who they say. @source tickets.md §9 Anonymous */
import type { Settings } from '../../accounts/settings.ts'
import { readActor } from '../../auth/actors.ts'
import { type Context, inTransaction } from '../../context.ts'
import { Forbidden, refuseInvalid, Unauthenticated } from '../../errors.ts'
import { findingTwins } from '../../http/taken.ts'
import type { Cause } from '../suspended_tickets/causes.ts'
import type { SuspendedRow } from '../suspended_tickets/store.ts'
import { suspendTicket } from '../suspended_tickets/suspend.ts'
import { holdUploads, uploadTokens } from '../tickets/comment_uploads.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { isEmail, normalValue } from '../user_identities/values.ts'
import { askedOf, checkAsked, withPortalFields } from './asked.ts'
import { makeUnverified } from './copies.ts'
import { fileRequest } from './create.ts'
import type { RequestRow } from './list.ts'
import type { RequestInput } from './schema.ts'
import { findSender, type Sender } from './store.ts'

const LONGEST_NAME = 255

/** What became of it: a request, seen by whoever it is of; or it waits for an agent. */
export type Filed = { readonly request: RequestRow; readonly seenBy: Context } | { readonly suspended: SuspendedRow }

/** Why what a stranger sends in somebody's name has to wait; undefined when it need not. An agent's name is nobody's to use unproven. */
export function causeOf(rules: Settings['end_users'], email: string, known: Sender | undefined): Cause | undefined {
  if (known?.suspended === true) return 'suspended_user'
  if (known !== undefined && known.role !== 'end-user') return 'unverified'
  if (!isListed(rules.allowlist, email)) {
    if (isListed(rules.blocklist, email)) return 'blocklisted'
    if (rules.blocklist.includes('*')) return 'not_on_allowlist'
  }
  return rules.must_sign_up && known?.verified !== true ? 'sign_up_required' : undefined
}

/** A list names addresses and domains; a domain also means those below it. */
function isListed(list: readonly string[], email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return list.some((entry) => entry === email || entry === domain || (entry !== '' && domain.endsWith(`.${entry}`)))
}

function senderOf({ requester = {} }: RequestInput): { name: string; email: string } {
  const [name, email] = [(requester.name ?? '').trim(), normalValue('email', requester.email ?? '')]
  const requesterProblems = [
    ...(name === '' ? [{ description: 'Requester Name:  is too short (minimum is 1 characters)', error: 'TooShort' }] : []),
    ...(name.length > LONGEST_NAME
      ? [{ description: `Requester Name:  is too long (maximum is ${LONGEST_NAME} characters)`, error: 'TooLong' }]
      : []),
    ...(isEmail(email) ? [] : [{ description: `Requester Email: ${email} is not properly formatted`, error: 'InvalidFormat' }]),
  ]
  refuseInvalid(requesterProblems.length === 0 ? {} : { requester: requesterProblems })
  return { name, email }
}

/**
 * Takes the request of somebody who says his name and address. Nothing of what the person of that address has here is used or shown:
 * a stranger copies nobody and follows nothing up, and brings files that strangers have uploaded. @throws Unauthenticated where the instance takes no such requests @throws RecordInvalid
 */
export async function fileAnonymously(ctx: Context, input: RequestInput): Promise<Filed> {
  const rules = ctx.account.settings.end_users
  if (!rules.anonymous_requests) throw new Unauthenticated()
  const { name, email } = senderOf(input)
  const { organization_id: _organization, ...asked } = askedOf(input)
  const file = async (tx: Context): Promise<Filed> => {
    const setup = await ticketSetup(tx)
    refuseInvalid(checkAsked(asked, setup))
    // as the stranger he is: what the person of that address has uploaded is not his
    const uploads = await holdUploads(tx, uploadTokens(asked))
    const known = await findSender(tx, email)
    const cause = causeOf(rules, email, known)
    if (cause !== undefined)
      return {
        suspended: await suspendTicket(tx, {
          author: { id: known?.id ?? null, name, email },
          cause,
          asked: withPortalFields(asked, setup),
          uploads,
        }),
      }
    const { locale, locale_id } = input.requester ?? {}
    const language = { ...(locale === undefined ? {} : { locale }), ...(locale_id === undefined ? {} : { locale_id }) }
    const { id } = known ?? (await makeUnverified(tx, { email, name, ...language }))
    const found = await readActor(tx, id)
    if (found === undefined) throw new Forbidden()
    const seenBy = { ...tx, actor: found.actor }
    return { request: await fileRequest(seenBy, asked), seenBy: { ...seenBy, db: ctx.db } }
  }
  return findingTwins(ctx, ['email'], () => inTransaction(ctx, file))
}
