/** Effects of rules that change records: replies, the language of the requester, fields of the requester and the organization. */
import type { Context } from '#core/context.ts'
import { NotFound, RecordInvalid } from '#core/errors.ts'
import type { Effect } from '#rules/bound_action.ts'
import { localeById } from '#lib/locales.ts'
import { changeOrganization } from '#modules/people/organizations/change.ts'
import { changeUser } from '#modules/people/users/change.ts'
import { changeTicket } from '#modules/tickets/tickets/change.ts'
import type { TicketRow } from '#modules/tickets/tickets/row.ts'

/** Runs a change that the records may refuse by now: the ticket was closed, the user deleted. Nothing is changed then, and null returned. */
export async function tryChange<Made>(change: () => Promise<Made>): Promise<Made | null> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof RecordInvalid)) throw error
    return null
  }
}

/** Writes the comment of a rule; false where it is empty, or the ticket was closed. */
export async function writeReply(tx: Context, ticketId: number, body: string, isPublic: boolean): Promise<boolean> {
  if (body.trim() === '') return false
  const comment = { body, public: isPublic }
  return (await tryChange(() => changeTicket(tx, ticketId, { comment }, { follows: true, without_rules: true }))) !== null
}

/** Sets the language of the requester. */
export async function setRequesterLocale(tx: Context, { requester_id }: TicketRow, localeId: number): Promise<void> {
  const known = localeById(localeId)
  if (known !== undefined) await tryChange(() => changeUser(tx, requester_id, { locale: known.locale }))
}

/** Sets a custom field of the requester or the organization. */
export async function setProfileField(
  tx: Context,
  ticket: TicketRow,
  { whose, key, value }: Extract<Effect, { kind: 'set_profile_field' }>,
): Promise<void> {
  const { organization_id, requester_id } = ticket
  if (whose === 'requester') await tryChange(() => changeUser(tx, requester_id, { user_fields: { [key]: value } }))
  else if (organization_id !== null)
    await tryChange(() => changeOrganization(tx, organization_id, { organization_fields: { [key]: value } }))
}
