/** The names that records have in a rule test, instead of ids that nobody knows beforehand. */
import { isObject } from '#lib/json.ts'

type Id = string | number

/** The records of a test by their names. */
export interface Names {
  add(kind: string, name: string, id: Id): void
  find(name: string): Id | undefined
  /** The name of a record, with its dollar sign; undefined when it has none. */
  nameOf(kind: string, id: unknown): string | undefined
  /** Replaces `$name` in all texts of a value: alone by the id, within a text by its digits. Throws {@link UnknownName}. */
  resolve(value: unknown): unknown
}

/** A name that no record has. */
export class UnknownName extends Error {}

/** Which kind of record the members of tickets and audits name. */
export const KIND_OF_MEMBER: Readonly<Record<string, string>> = {
  assignee_id: 'users',
  requester_id: 'users',
  submitter_id: 'users',
  author_id: 'users',
  group_id: 'groups',
  organization_id: 'organizations',
  ticket_form_id: 'ticket_forms',
  custom_status_id: 'custom_statuses',
}

/** No names yet. */
export function makeNames(): Names {
  const ids = new Map<string, Id>()
  const names = new Map<string, string>()
  const resolveText = (text: string): unknown => {
    const whole = /^\$([A-Za-z_]\w*)$/.exec(text)?.[1]
    if (whole === undefined) return text.replaceAll(/\$([A-Za-z_]\w*)/g, (found, name: string) => String(ids.get(name) ?? found))
    const id = ids.get(whole)
    if (id === undefined) throw new UnknownName(`there is no record "${whole}" in this test`)
    return id
  }
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return resolveText(value)
    if (Array.isArray(value)) return value.map(resolve)
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]))
    return value
  }
  return {
    add(kind, name, id) {
      ids.set(name, id)
      names.set(`${kind} ${id}`, name)
    },
    find: (name) => ids.get(name),
    nameOf(kind, id) {
      const name = names.get(`${kind} ${String(id)}`)
      return name === undefined ? undefined : `$${name}`
    },
    resolve,
  }
}
