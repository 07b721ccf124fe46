/** What actions can be made of, for editors. Pure. @source docs/reference/business_rules.md §4.2 */
import { fixedActions } from './actions.ts'
import { NOTHING, valueTitle } from './definition_words.ts'
import { type ActionDefinition, defineValue, type DefinedValue, drawRecords } from './definitions.ts'
import { catalogueOf, type CustomField, type CustomFieldTypes, type Fields, type RecordType } from './facts.ts'
import { STATUSES } from './facts.ts'
import { PRIORITIES, TYPES } from './fields.ts'
import { fieldPrefix } from './record.ts'
import { listLookupRecipients, RECORD_NOTIFICATIONS, RECORD_RECIPIENTS } from './record_actions.ts'
import type { RecordList, RuleRecords } from './records.ts'

export type DefinitionUse = 'trigger' | 'automation' | 'macro'

/** How the definition of an action is drawn. */
interface Drawing {
  readonly uses: readonly DefinitionUse[]
  /** The title of an action that only macros have; the others are in the table of actions. */
  readonly title?: string
  readonly group?: string
  readonly type?: string
  /** Values that stand for something, before the records. */
  readonly names?: readonly string[]
  /** Those of them that only some rules have. */
  readonly only?: Readonly<Record<string, DefinitionUse>>
  readonly records?: RecordList
  readonly nullable?: boolean
  readonly repeatable?: boolean
}

const RULES: readonly DefinitionUse[] = ['trigger', 'automation']
const EVERY: readonly DefinitionUse[] = [...RULES, 'macro']
const TRIGGER: readonly DefinitionUse[] = ['trigger']
const MACRO: readonly DefinitionUse[] = ['macro']
const notification = { uses: RULES, group: 'notifications' } as const
const PEOPLE = ['current_user', 'requester_id', 'assignee_id']

/**
 * In the order of the public service. Actions of channels that are not connected are accepted and not offered.
 * @source docs/reference/business_rules.md §4, §4.2
 */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  subject: { uses: MACRO, title: 'Set subject', type: 'text' },
  status: { uses: EVERY, names: STATUSES.slice(1) },
  custom_status_id: { uses: EVERY, records: 'statuses' },
  brand_id: { uses: EVERY, records: 'brands' },
  ticket_form_id: { uses: EVERY, names: ['default_ticket_form'], records: 'forms' },
  priority: { uses: EVERY, names: PRIORITIES.slice(1) },
  type: { uses: EVERY, names: TYPES.slice(1) },
  group_id: { uses: EVERY, names: ['', 'current_groups'], only: { current_groups: 'macro' }, records: 'groups', nullable: true },
  assignee_id: { uses: EVERY, names: ['', 'current_user', 'requester_id'], records: 'agents', nullable: true },
  set_tags: { uses: EVERY, type: 'tags', repeatable: true },
  current_tags: { uses: EVERY, type: 'tags', repeatable: true },
  remove_tags: { uses: EVERY, type: 'tags' },
  follower: { uses: EVERY, names: ['current_user'], records: 'agents', repeatable: true },
  cc: { uses: EVERY, names: ['current_user'], records: 'agents', repeatable: true },
  comment_value: { uses: MACRO, title: 'Comment/description', type: 'list_with_textarea', names: ['channel:all', 'channel:web'] },
  comment_value_html: { uses: MACRO, title: 'Comment/description', type: 'textarea' },
  comment_mode_is_public: { uses: MACRO, title: 'Comment mode', names: ['true', 'false'] },
  side_conversation: { uses: EVERY, title: 'Side conversation', type: 'side_conversation' },
  side_conversation_slack: { uses: EVERY, title: 'Side conversation in Slack', type: 'side_conversation' },
  side_conversation_ticket: { uses: EVERY, title: 'Side conversation as a ticket', type: 'side_conversation' },
  set_schedule: { uses: TRIGGER, records: 'schedules' },
  notification_user: {
    ...notification,
    type: 'email',
    names: ['current_user', 'requester_and_ccs', 'requester_id', 'assignee_id', 'all_agents'],
    records: 'agents',
  },
  notification_group: { ...notification, type: 'email', names: ['group_id'], records: 'groups' },
  notification_target: { ...notification, type: 'target', records: 'targets' },
  notification_webhook: { ...notification, type: 'webhook', records: 'webhooks' },
  notification_sms_group: { ...notification, type: 'sms', names: ['group_id'], records: 'groups' },
  notification_sms_user: { ...notification, type: 'sms', names: PEOPLE, records: 'agents' },
  reply_public: { uses: RULES, type: 'textarea' },
  reply_internal: { uses: RULES, type: 'textarea' },
  satisfaction_score: { uses: RULES, names: ['offered'] },
  locale_id: { uses: RULES, group: 'requester', records: 'locales' },
  add_skills: { uses: RULES, type: 'multiselect_list', records: 'skills' },
  set_skills: { uses: RULES, type: 'multiselect_list', records: 'skills' },
  remove_skills: { uses: RULES, type: 'multiselect_list', records: 'skills' },
  share_ticket: { uses: RULES, records: 'outbound_agreements' },
  unshare_ticket: { uses: RULES, records: 'outbound_agreements' },
}

/** Lists that are not drawn as a list, although they name records. */
function draw({ type, names = [], only = {}, records: list }: Drawing, use: DefinitionUse, records: RuleRecords) {
  const isOffered = (name: string) =>
    (only[name] ?? use) === use && (name !== 'hold' || records.is_hold_enabled) && !(name === 'closed' && use === 'macro')
  const named: DefinedValue[] = names.filter(isOffered).map((name) => defineValue(name))
  if (list !== undefined) {
    const drawn = drawRecords(list, named, records)
    return type === undefined ? drawn : { ...drawn, type }
  }
  return type === undefined ? { type: 'list', values: named } : { type, ...(named.length > 0 && { values: named }) }
}

const KINDS: Readonly<Record<string, string>> = {
  date: 'date',
  checkbox: 'list',
  tagger: 'list',
  multiselect: 'multiselect_list',
  lookup: 'lookup',
}

function customValues(field: CustomField, byId: boolean): DefinedValue[] | undefined {
  if (field.type === 'checkbox') return [defineValue('true'), defineValue('false')]
  if (field.type !== 'tagger' && field.type !== 'multiselect') return undefined
  const values = field.options.map(({ id, value, name }) => defineValue(byId ? String(id) : value, name ?? value))
  return field.type === 'tagger' ? [defineValue(''), ...values] : values
}

function customs(types: CustomFieldTypes, prefix: string, group: string): ActionDefinition[] {
  return [...types].map(([key, field]) => {
    const values = customValues(field, group !== 'ticket')
    return {
      title: field.title ?? `${prefix}${key}`,
      subject: `${prefix}${key}`,
      type: KINDS[field.type] ?? (field.type === 'textarea' ? 'textarea' : 'text'),
      group,
      nullable: true,
      repeatable: field.type === 'multiselect',
      ...(values && { values }),
    }
  })
}

/** The actions of rules on records: their fields, and whom and what to notify. */
function recordDefinitions(record: RecordType, records: RuleRecords): ActionDefinition[] {
  const people = [
    ...RECORD_RECIPIENTS.map((name) => defineValue(name)),
    ...listLookupRecipients(record).map(({ name, title }) => defineValue(name, title)),
  ]
  const notify = (subject: keyof typeof RECORD_NOTIFICATIONS, type: string, list: RecordList, named: DefinedValue[] = []) => {
    const { title } = RECORD_NOTIFICATIONS[subject]
    return { title, subject, group: 'notifications', nullable: false, repeatable: false, ...drawRecords(list, named, records), type }
  }
  return [
    ...customs(record.settable, fieldPrefix(record), 'custom_object'),
    notify('notification_user', 'email', 'agents', people),
    notify('notification_group', 'email', 'groups'),
    notify('notification_webhook', 'webhook', 'webhooks'),
  ]
}

const titles = new Map(fixedActions.map(({ name, title }) => [name, title]))

/** The actions that a kind of rule can have, in the order of the public service. @source docs/reference/business_rules.md §4.2 */
export function actionDefinitions(use: DefinitionUse, fields: Fields, records: RuleRecords): ActionDefinition[] {
  const catalogue = catalogueOf(fields)
  if (catalogue.record !== undefined) return recordDefinitions(catalogue.record, records)
  const own = Object.entries(DRAWINGS).flatMap(([subject, drawing]): ActionDefinition[] => {
    const title = titles.get(subject) ?? (use === 'macro' ? drawing.title : undefined)
    if (title === undefined || !drawing.uses.includes(use)) return []
    const { group = 'ticket', nullable = false, repeatable = false } = drawing
    return [{ title, subject, group, nullable, repeatable, ...draw(drawing, use, records) }]
  })
  const ofTicket = customs(catalogue.ticket, 'custom_fields_', 'ticket')
  if (use === 'macro') return [...own, ...ofTicket]
  return [
    ...own,
    ...ofTicket,
    ...customs(catalogue.user, 'requester.custom_fields.', 'requester'),
    ...customs(catalogue.organization, 'organization.custom_fields.', 'organization'),
  ]
}

/** An action of macros in the older shape. */
export interface MacroActionDefinition {
  title: string
  title_for_field: string
  value: string
  field: string
  group: string
  output_key: string | null
  repeatable: boolean
  operators: { value: string; title: string }[]
  values: { type: string; list: DefinedValue[] }
}

/** The actions of macros in the older shape, in which no value is an empty text. @source docs/reference/business_rules.md §4.2 */
export function macroActions(fields: Fields, records: RuleRecords): MacroActionDefinition[] {
  return actionDefinitions('macro', fields, records).map(({ title, subject, group, type, repeatable, values = [] }) => ({
    title,
    title_for_field: title,
    value: subject,
    field: subject,
    group,
    output_key: null,
    repeatable,
    operators: [{ value: 'is', title: valueTitle('is') }],
    values: { type, list: values.map((one) => (one.value === NOTHING ? { ...one, value: '' } : one)) },
  }))
}
