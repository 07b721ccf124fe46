/**
 * THE TABLE OF ACTIONS: the values each accepts and its effect. To add an action, add a row.
 * Not here: consequences of a change (timestamps, the custom status of a status, tags of custom fields): the acts on tickets handle those.
 */
import { anything, call, mail, textList } from './action_argument.ts'
import { id, list, longText, allowEmpty, tags } from './argument.ts'
import { customAction } from './custom_action.ts'
import {
  type ActionRow,
  type ActionUse,
  type ActionValue,
  causes,
  type BoundAction,
  type Effect,
  EVERYWHERE,
  type Outcome,
  sets,
} from './bound_action.ts'
import { catalogueOf, type Fields, type RuleCatalogue, type RuleContext, STATUSES, type TicketFacts } from './facts.ts'
import { PRIORITIES, TYPES } from './fields.ts'
import { recordAction } from './record_actions.ts'
import { sideConversationEffect } from './side_conversation.ts'

/** An action as it is stored and sent. @source docs/reference/business_rules.md §1 */
export interface Action {
  readonly field: string
  readonly value: ActionValue
}

type Person = 'current_user' | 'requester_id' | 'assignee_id'

function person(who: number | Person, ticket: TicketFacts, context: RuleContext): number | null {
  return typeof who === 'number' ? who : who === 'current_user' ? context.current_user_id : ticket[who]
}

const RECIPIENTS = ['current_user', 'requester_id', 'assignee_id', 'requester_and_ccs', 'all_agents'] as const

function adds(title: string, kind: 'add_follower' | 'add_cc'): ActionRow {
  const effect = (who: number | 'current_user', ticket: TicketFacts, context: RuleContext): Effect | null => {
    const user_id = person(who, ticket, context)
    return user_id === null ? null : { kind, user_id }
  }
  return causes(title, id(['current_user']), effect, EVERYWHERE)
}

/** Tickets have their tags in alphabetical order. @source docs/reference/tickets.md §3.8 */
const sortTags = (words: readonly string[]) => [...new Set(words)].sort()

function removeWords(words: readonly string[], given: readonly string[]): string[] {
  const gone = new Set(given)
  return words.filter((word) => !gone.has(word))
}

const changesSkills = (title: string, kind: 'add_skills' | 'set_skills' | 'remove_skills') =>
  causes(title, textList, (ids) => ({ kind, ids }), ['trigger', 'automation'])

const SIDE_CONVERSATIONS = {
  side_conversation: 'Create side conversation',
  side_conversation_slack: 'Create side conversation in Slack',
  side_conversation_ticket: 'Create side conversation ticket',
}
/** Actions of channels that are not connected. */
const OTHER_CHANNELS = {
  notification_sms_user: 'Text user',
  notification_sms_group: 'Text group',
  notification_zis: 'Notify integration',
  notification_messaging_csat: 'Request customer satisfaction in messaging',
  tweet_requester: 'Tweet to requester',
  deflection: 'Autoreply with articles',
}

function rowsOf(titles: Readonly<Record<string, string>>, make: (title: string, action: string) => ActionRow): Record<string, ActionRow> {
  return Object.fromEntries(Object.entries(titles).map(([action, title]) => [action, make(title, action)]))
}

/** @source docs/reference/business_rules.md §4 */
const fixed: ReadonlyMap<string, ActionRow> = new Map(
  Object.entries({
    status: sets('Status', list(STATUSES.slice(1)), (status) => ({ status })),
    custom_status_id: sets('Ticket status', id(), (custom_status_id) => ({ custom_status_id })),
    type: sets('Type', list(TYPES.slice(1)), (type) => ({ type })),
    priority: sets('Priority', list(PRIORITIES.slice(1)), (priority) => ({ priority })),
    group_id: sets('Group', allowEmpty(id()), (group_id) => ({ group_id })),
    assignee_id: sets('Assignee', allowEmpty(id(['current_user', 'requester_id'])), (who, ticket, context) => {
      const assignee_id = who === null ? null : person(who, ticket, context)
      // without a current user the assignee does not change
      return who === 'current_user' && assignee_id === null ? {} : { assignee_id }
    }),
    brand_id: sets('Brand', id(), (brand_id) => ({ brand_id })),
    ticket_form_id: sets('Form', id(['default_ticket_form']), (form, ticket, { default_ticket_form_id = ticket.ticket_form_id }) => ({
      ticket_form_id: form === 'default_ticket_form' ? default_ticket_form_id : form,
    })),
    set_tags: sets('Set tags', tags(0), (given) => ({ tags: sortTags(given) })),
    current_tags: sets('Add tags', tags(1), (given, ticket) => ({ tags: sortTags([...ticket.tags, ...given]) })),
    remove_tags: sets('Remove tags', tags(1), (given, ticket) => ({ tags: removeWords(ticket.tags, given) })),
    follower: adds('Add follower', 'add_follower'),
    cc: adds('Add CC', 'add_cc'),
    notification_user: causes('Email user', mail(id(RECIPIENTS)), ({ to: who, ...message }, ticket, context) => {
      const to = who === 'requester_and_ccs' || who === 'all_agents' ? who : person(who, ticket, context)
      return to === null ? null : { kind: 'mail_user', to, ...message }
    }),
    notification_group: causes('Email group', mail(id(['group_id'])), ({ to, ...message }, ticket) => {
      const group_id = to === 'group_id' ? ticket.group_id : to
      return group_id === null ? null : { kind: 'mail_group', group_id, ...message }
    }),
    notification_target: causes('Notify target', call, (callee) => ({ kind: 'call_target', ...callee })),
    notification_webhook: causes('Notify active webhook', call, (callee) => ({ kind: 'call_webhook', ...callee })),
    reply_public: causes('Add public reply', longText, (body) => ({ kind: 'reply', public: true, body })),
    reply_internal: causes('Add internal note', longText, (body) => ({ kind: 'reply', public: false, body })),
    share_ticket: causes('Share ticket with', id(), (agreement_id) => ({ kind: 'share', agreement_id })),
    unshare_ticket: causes('Unshare ticket with', id(), (agreement_id) => ({ kind: 'unshare', agreement_id })),
    add_skills: changesSkills('Add skills', 'add_skills'),
    set_skills: changesSkills('Set skills', 'set_skills'),
    remove_skills: changesSkills('Remove skills', 'remove_skills'),
    set_schedule: causes('Set schedule', id(), (schedule_id) => ({ kind: 'set_schedule', schedule_id }), ['trigger']),
    ...rowsOf(SIDE_CONVERSATIONS, (title, action) =>
      causes(title, anything, (value, ticket) => sideConversationEffect(action, value, ticket), EVERYWHERE),
    ),
    ...rowsOf(OTHER_CHANNELS, (title, action) => causes(title, anything, () => ({ kind: 'not_performed', action }))),
    locale_id: causes('Language', id(), (locale_id) => ({ kind: 'set_requester_locale', locale_id })),
    satisfaction_score: causes('Satisfaction', list(['offered']), () => ({ kind: 'offer_satisfaction_rating' })),
  }),
)

/** The names and titles of all actions that every account has. */
export const fixedActions: readonly { readonly name: string; readonly title: string }[] = [...fixed].map(([name, { title }]) => ({
  name,
  title,
}))

function resolve(action: Action, catalogue: RuleCatalogue): { row: ActionRow; bound: BoundAction } | string {
  const { record } = catalogue
  const row = record === undefined ? (fixed.get(action.field) ?? customAction(action.field, catalogue)) : recordAction(action.field, record)
  if (row === undefined) return `Invalid action: there is no action "${action.field}".`
  const bound = row.bind(action.value)
  return bound === undefined ? `Invalid action ${action.field}: value ${row.argument.expects}.` : { row, bound }
}

/**
 * What is wrong with actions that are about to be saved, in sentences; [] when nothing is.
 * @source docs/reference/business_rules.md §2.2, §4
 */
export function checkActions(actions: readonly Action[], use: ActionUse, fields: Fields): readonly string[] {
  if (actions.length === 0) return ['Invalid actions. You must select at least one action.']
  const catalogue = catalogueOf(fields)
  return actions.flatMap((action) => {
    const found = resolve(action, catalogue)
    if (typeof found === 'string') return [found]
    return found.row.uses.includes(use) ? [] : [`Invalid action ${action.field}: it cannot be used in this kind of rule.`]
  })
}

/**
 * Compiles stored actions.
 * @throws Error when an action is invalid, for example because its custom field has been deleted since.
 */
export function compileActions(actions: readonly Action[], fields: Fields): readonly BoundAction[] {
  const catalogue = catalogueOf(fields)
  return actions.map((action) => {
    const found = resolve(action, catalogue)
    if (typeof found === 'string') throw new Error(found)
    return found.bound
  })
}

/** Applies a rule's actions in order. Each sees the changes of those before it. @source docs/reference/business_rules.md §5.1 */
export function applyActions(actions: readonly BoundAction[], ticket: TicketFacts, context: RuleContext): Outcome {
  return actions.reduce<Outcome>((outcome, action) => action(outcome, context), { ticket, effects: [] })
}
