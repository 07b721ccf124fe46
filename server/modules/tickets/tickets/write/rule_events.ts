/**
 * The events of what rules did in a write, each with the rule it comes from. Only net changes appear: a member that several rules change has
 * one event, of the last of them. Pure. @source docs/reference/business_rules.md §5.1
 */
import type { Via } from '#core/context.ts'
import type { ActionValue, Effect } from '#rules/bound_action.ts'
import { findChangedMembers } from '#rules/condition.ts'
import type { Firing, PreparedRule } from '#rules/pass.ts'
import { MAX_RECIPIENTS } from '#rules/sent_effect.ts'
import type { TicketEventDraft, TicketEventMade } from '#modules/tickets/ticket_audits/event.ts'
import type { TicketState } from '../row.ts'
import type { SetupGroup } from '../setup_store.ts'
import { changeEvents } from './differences.ts'
import type { RulesRun } from './ticket_write.ts'
import { ensureDefined } from '#lib/defined.ts'

/** How a change by a rule came about. `kind` is `trigger` or `automation`. @source docs/reference/tickets.md §4 */
export function viaRule({ id, title, revision_id }: Pick<PreparedRule, 'id' | 'title' | 'revision_id'>, kind: string): Via {
  return { channel: 'rule', source: { from: { id, title, deleted: false, revision_id }, to: {}, rel: kind } }
}

/** Events: their changes of the ticket, and their effects elsewhere. */
export function ruleEvents({ derived, firings }: RulesRun, after: TicketState, groups: readonly SetupGroup[]): TicketEventMade[] {
  if (firings.length === 0) return []
  return [...withMakers(changeEvents(derived, after), firings), ...effectEvents(firings, 'trigger', after, groups)]
}

/** Events of changes, each with the last rule that made its change. */
function withMakers(changes: readonly TicketEventDraft[], firings: readonly Firing[]): TicketEventMade[] {
  if (changes.length === 0) return []
  const makers = new Map<string, PreparedRule>()
  for (const firing of firings) for (const name of listChanges(firing)) makers.set(name, firing.rule)
  const last = ensureDefined(firings.at(-1)).rule
  return changes.map((event) => ({ ...event, via: viaRule(makers.get(nameOf(event)) ?? last, 'trigger') }))
}

/** The events of what rules cause elsewhere: mails, calls of webhooks and targets. */
export function effectEvents(
  firings: readonly Firing[],
  kind: 'trigger' | 'automation',
  after: TicketState,
  groups: readonly SetupGroup[],
): TicketEventMade[] {
  return firings.flatMap(({ rule, effects }) => {
    const events = effects.map((effect) => effectEvent(effect, after, groups)).filter((event) => event !== null)
    return events.map((event) => ({ ...event, via: viaRule(rule, kind) }))
  })
}

const PARTICIPANTS: Partial<Record<Effect['kind'], string>> = {
  add_follower: 'FollowerChange',
  add_cc: 'EmailCcChange',
  share: 'TicketSharingEvent',
  unshare: 'TicketSharingEvent',
  offer_satisfaction_rating: 'SatisfactionRating',
  set_schedule: 'ScheduleAssignment',
}

/** What a firing changed, as events name it: names of members, ids of custom fields, types of other events. */
function listChanges({ before, after, effects }: Firing): string[] {
  const members = [...findChangedMembers(before, after)].map((name) => name.replace(/^custom_fields\./, ''))
  return [...members, ...effects.flatMap((effect) => PARTICIPANTS[effect.kind] ?? [])]
}

const nameOf = (event: TicketEventDraft) => ('field_name' in event ? event.field_name : event.type)

function effectEvent(effect: Effect, ticket: TicketState, groups: readonly SetupGroup[]): TicketEventDraft | null {
  switch (effect.kind) {
    case 'mail_user': {
      const type = effect.to === 'requester_and_ccs' ? 'NotificationWithCcs' : 'Notification'
      return {
        type,
        subject: effect.subject,
        body: effect.body,
        recipients: recipientsOf(effect.to, ticket, groups).slice(0, MAX_RECIPIENTS),
      }
    }
    case 'mail_group': {
      const agents = groups.find((group) => group.id === effect.group_id)?.agent_ids ?? []
      return { type: 'Notification', subject: effect.subject, body: effect.body, recipients: agents.slice(0, MAX_RECIPIENTS) }
    }
    case 'call_target':
    case 'call_webhook':
      return { type: 'External', resource: effect.id, body: messageText(effect.message) }
    default:
      return null
  }
}

/** What a webhook or a target is sent, as one text. */
export const messageText = (message: ActionValue) => (typeof message === 'string' ? message : JSON.stringify(message))

type Recipient = Extract<Effect, { kind: 'mail_user' }>['to']

/** The users a notification goes to. */
function recipientsOf(to: Recipient, ticket: TicketState, groups: readonly SetupGroup[]): readonly number[] {
  if (to === 'requester_and_ccs') return [ticket.requester_id, ...ticket.email_cc_ids]
  return to === 'all_agents' ? [...new Set(groups.flatMap((group) => group.agent_ids))] : [to]
}
