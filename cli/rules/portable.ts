/** Rules of one instance as another one can take them: names in place of ids. Pure. */
import { isObject } from '#lib/json.ts'
import type { ApiAudit, ApiRow, ApiRule, ApiTicket } from './api_shapes.ts'
import { KIND_OF_MEMBER, type Names } from './names.ts'

/** Actions whose value is a list that begins with a record. */
const LISTS: Readonly<Record<string, string>> = {
  notification_user: 'users',
  notification_group: 'groups',
  notification_webhook: 'webhooks',
  notification_target: 'targets',
}

/** The kind of record that the value of a condition or action names, if any. */
const kindOf = (field: string): string | undefined => KIND_OF_MEMBER[field]
const customField = (field: string): string | undefined => /^custom_fields_(\d+)$/.exec(field)?.[1]

const rowsOf = ({ conditions, actions }: ApiRule): ApiRow[] => [...(conditions.all ?? []), ...(conditions.any ?? []), ...actions]

/** The records that a ticket, its audits and rules name: kind → ids. */
export function referencesOf({
  ticket,
  audits,
  rules,
}: {
  ticket: ApiTicket
  audits: readonly ApiAudit[]
  rules: readonly ApiRule[]
}): ReadonlyMap<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (kind: string | undefined, id: unknown) => {
    if (kind === undefined || !/^[\dA-Z]+$/.test(String(id)) || String(id) === '0') return
    found.set(kind, (found.get(kind) ?? new Set()).add(String(id)))
  }
  for (const [member, kind] of Object.entries(KIND_OF_MEMBER)) add(kind, ticket[member])
  for (const { id, value } of ticket.custom_fields ?? []) if (value !== null && value !== false) add('ticket_fields', id)
  for (const { author_id, events } of audits) {
    if (author_id > 0) add('users', author_id)
    for (const event of events) {
      const { field_name, value, recipients } = event
      for (const id of [...(event.current_followers ?? []), ...(event.current_email_ccs ?? [])]) add('users', id)
      add(kindOf(field_name ?? ''), value)
      if (/^\d+$/.test(field_name ?? '')) add('ticket_fields', field_name)
      for (const id of Array.isArray(recipients) ? recipients : []) add('users', id)
    }
  }
  for (const { field, value } of rules.flatMap(rowsOf)) {
    add(kindOf(field), value)
    add('ticket_fields', customField(field))
    if (Array.isArray(value)) add(LISTS[field], value[0])
  }
  return found
}

/** A trigger or automation with names in place of ids. */
export function portableRule({ title, conditions, actions }: ApiRule, names: Names): object {
  const toPortableRow = (row: ApiRow) => {
    const id = customField(row.field)
    const field = (id === undefined ? undefined : names.nameOf('ticket_fields', id)?.replace('$', 'custom_fields_$')) ?? row.field
    return { ...row, field, value: portableValue(row, names) }
  }
  return {
    title,
    conditions: { all: (conditions.all ?? []).map(toPortableRow), any: (conditions.any ?? []).map(toPortableRow) },
    actions: actions.map(toPortableRow),
  }
}

function portableValue({ field, value }: ApiRow, names: Names): unknown {
  const list = LISTS[field]
  if (list !== undefined && Array.isArray(value)) return [names.nameOf(list, value[0]) ?? value[0], ...value.slice(1)]
  const kind = kindOf(field)
  return isObject(value) || kind === undefined ? value : (names.nameOf(kind, value) ?? value)
}
