/** The actions of rules on records of custom objects. @source docs/reference/custom_objects.md §6 */
import { isOneOf, keysOf } from '#lib/objects.ts'
import { call, mail } from './action_argument.ts'
import { id } from './argument.ts'
import { type ActionRow, causes } from './bound_action.ts'
import { setsField } from './custom_action.ts'
import type { RecordType } from './facts.ts'
import { fieldPrefix, keyInRecord } from './record.ts'

/** Who can be notified besides a certain user and the users of lookup fields. */
export const RECORD_RECIPIENTS = ['current_user', 'all_agents'] as const
const LOOKUP = 'lookup:'

/** The lookup fields of records that refer to users, as recipients: their names and titles. */
export function listLookupRecipients(record: RecordType): { readonly name: string; readonly key: string; readonly title: string }[] {
  const users = [...record.fields].filter(([, { type, target }]) => type === 'lookup' && target === 'zen:user')
  return users.map(([key, { title = key }]) => ({ name: `${LOOKUP}${fieldPrefix(record)}${key}`, key, title }))
}

interface Notification {
  readonly title: string
  make(title: string, record: RecordType): ActionRow
}

/** The actions besides setting fields. */
export const RECORD_NOTIFICATIONS = {
  notification_user: {
    title: 'Email user',
    make(title, record) {
      const lookups = new Map(listLookupRecipients(record).map(({ name, key }) => [name, key]))
      return causes(title, mail(id<string>([...RECORD_RECIPIENTS, ...lookups.keys()])), ({ to, ...message }, facts, context) => {
        const key = typeof to === 'string' ? lookups.get(to) : undefined
        const found = key !== undefined ? facts.custom_fields[key] : to === 'current_user' ? context.current_user_id : to
        if (found === 'all_agents') return { kind: 'mail_user', to: found, ...message }
        const user_id = Number(found ?? 0)
        return Number.isSafeInteger(user_id) && user_id > 0 ? { kind: 'mail_user', to: user_id, ...message } : null
      })
    },
  },
  notification_group: {
    title: 'Email group',
    make: (title) => causes(title, mail(id()), ({ to, ...message }) => ({ kind: 'mail_group', group_id: to, ...message })),
  },
  notification_webhook: {
    title: 'Notify active webhook',
    make: (title) => causes(title, call, (callee) => ({ kind: 'call_webhook', ...callee })),
  },
} as const satisfies Record<string, Notification>

/** The action of this name; undefined for other names, and for fields that the object does not have or rules cannot set. */
export function recordAction(name: string, record: RecordType): ActionRow | undefined {
  const key = keyInRecord(name, record)
  const field = key === undefined ? undefined : record.settable.get(key)
  if (key !== undefined && field !== undefined) return setsField(name, key, field)
  if (!isOneOf(keysOf(RECORD_NOTIFICATIONS), name)) return undefined
  const { title, make }: Notification = RECORD_NOTIFICATIONS[name]
  return make(title, record)
}
