/**
 * Performs what rules cause beside the ticket: mails, calls, replies, changes of the requester. All effects of one write are performed in one
 * transaction and at most once, however often the job runs. @source docs/reference/business_rules.md §4, §5.1
 */
import { type Context, inTransaction } from '../../../context.ts'
import { NotFound, RecordInvalid } from '../../../errors.ts'
import type { Effect } from '../../../rules/bound_action.ts'
import { changeOrganization } from '../../people/organizations/change.ts'
import { changeUser } from '../../people/users/change.ts'
import { renderForTicket } from '../../tickets/placeholders/render.ts'
import { changeTicket } from '../../tickets/tickets/change.ts'
import { getTicket } from '../../tickets/tickets/store.ts'
import type { TicketRow } from '../../tickets/tickets/row.ts'
import type { RuleEffect } from '../../tickets/tickets/write/rule_run.ts'
import { localeById } from '../../../lib/locales.ts'
import { callTarget, callWebhook, renderer } from './call.ts'
import { mailPeople, type Subject } from './mail.ts'
import { claimEffects, groupAgents, agentIds } from './store.ts'

/** The payload of the job. */
export interface EffectsPayload {
  readonly ticket_id: number
  readonly audit_id: number
  /** Who made the write. */
  readonly author_id: number
  readonly effects: readonly RuleEffect[]
}

/** What an effect is performed on. */
interface Circumstances {
  readonly ticket: TicketRow
  readonly author_id: number
  /** The write created the ticket. */
  readonly isNew: boolean
}

/** Performs the effects of the rules of one write, unless they were performed before, or the ticket has been deleted. */
export async function performEffects(ctx: Context, { ticket_id, audit_id, author_id, effects }: EffectsPayload): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const claimed = await claimEffects(tx, audit_id)
    if (claimed === undefined) return
    const ticket = await ticketOrNull(tx, ticket_id)
    if (ticket === null) return
    for (const { effect } of effects) await perform(tx, { ticket, author_id, isNew: claimed.is_new }, effect)
  })
}

async function ticketOrNull(ctx: Context, id: number): Promise<TicketRow | null> {
  try {
    return await getTicket(ctx, id)
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

async function perform(tx: Context, at: Circumstances, effect: Effect): Promise<void> {
  const { ticket, author_id } = at
  const current_user_id = author_id > 0 ? author_id : null
  switch (effect.kind) {
    case 'mail_user':
      return mailPeople(tx, notified(tx, at), await recipientsOf(tx, effect.to, ticket), effect)
    case 'mail_group':
      return mailPeople(tx, notified(tx, at), await groupAgents(tx, effect.group_id), effect)
    case 'reply': {
      const audience = effect.public ? 'end-user' : 'agent'
      const body = await renderForTicket(tx, { ticket, audience, current_user_id }, effect.body, 'text')
      if (body.trim() !== '') await changeRefusable(() => reply(tx, ticket.id, body, effect.public))
      return
    }
    case 'set_requester_locale': {
      const locale = localeById(effect.locale_id)
      if (locale !== undefined) await changeRefusable(() => changeUser(tx, ticket.requester_id, { locale: locale.locale }))
      return
    }
    case 'set_profile_field':
      return changeRefusable(() => setField(tx, ticket, effect))
    case 'call_webhook':
      return callWebhook(tx, ticket.id, effect, renderer(tx, ticket.id, current_user_id))
    case 'call_target':
      return callTarget(tx, ticket.id, effect, current_user_id)
    default:
  }
}

/** The author of an update gets no mail about it, unless they have just created the ticket. */
function notified(tx: Context, { ticket, author_id, isNew }: Circumstances): Subject {
  const current_user_id = author_id > 0 ? author_id : null
  const render: Subject['render'] = (template, audience) => renderForTicket(tx, { ticket, audience, current_user_id }, template, 'text')
  return { topic: 'ticket.notification', ticket_id: ticket.id, left_out: isNew ? null : author_id, render }
}

const reply = (tx: Context, id: number, body: string, isPublic: boolean) =>
  changeTicket(tx, id, { comment: { body, public: isPublic } }, { follows: true, without_rules: true })

async function setField(
  tx: Context,
  ticket: TicketRow,
  { whose, key, value }: Extract<Effect, { kind: 'set_profile_field' }>,
): Promise<unknown> {
  if (whose === 'requester') return changeUser(tx, ticket.requester_id, { user_fields: { [key]: value } })
  return ticket.organization_id === null ? null : changeOrganization(tx, ticket.organization_id, { organization_fields: { [key]: value } })
}

/** Runs a change that the records may refuse by now: the ticket was closed, the user deleted. Nothing is changed then. */
async function changeRefusable(change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof RecordInvalid)) throw error
  }
}

async function recipientsOf(tx: Context, to: Extract<Effect, { kind: 'mail_user' }>['to'], ticket: TicketRow): Promise<readonly number[]> {
  if (to === 'requester_and_ccs') return [ticket.requester_id, ...ticket.email_cc_ids]
  return to === 'all_agents' ? agentIds(tx) : [to]
}
