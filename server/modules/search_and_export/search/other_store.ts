/** The properties that organizations and groups can be searched by. @source docs/reference/search.md §3.6, §3.7 */
import { sql } from 'kysely'
import type { Searched } from '#search/condition.ts'
import { type Column, flag, jsonValue, type Kind, moment, number, tags, text, word } from '#search/kinds.ts'

const organization = (name: string): Column => sql.ref(`organizations.${name}`)
const group = (name: string): Column => sql.ref(`groups.${name}`)
/** Groups are few, so their words are computed by each query. */
const groupWords = sql`search_words(groups.account_id, groups.name || ' ' || groups.description)`
const groupNameWords = sql`setweight(search_words(groups.account_id, groups.name), 'A')`

const ORGANIZATION: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['name', text(organization('words'), organization('name'), 'A')],
  ['notes', text(organization('words'), organization('notes'), 'B')],
  ['details', text(organization('words'), organization('details'), 'C')],
  ['external_id', word(sql`lower(${organization('external_id')})`)],
  ['tags', tags(organization('tags'))],
  ['domain_names', tags(organization('domain_names'))],
  ['domain', tags(organization('domain_names'))],
  ['id', number(organization('id'))],
  ['created', moment(organization('created_at'))],
  ['created_at', moment(organization('created_at'))],
  ['updated', moment(organization('updated_at'))],
  ['updated_at', moment(organization('updated_at'))],
])

const GROUP: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['name', text(groupNameWords, group('name'), 'A')],
  ['id', number(group('id'))],
  ['default', flag(group('default'))],
  ['created', moment(group('created_at'))],
  ['created_at', moment(group('created_at'))],
  ['updated', moment(group('updated_at'))],
  ['updated_at', moment(group('updated_at'))],
])

const ORGANIZATION_WEIGHTS = new Map([
  ['name', 'A'],
  ['notes', 'B'],
  ['details', 'C'],
] as const)

/** How organizations are searched. `keys` maps the keys of their fields to the keys their values are stored under. */
export function makeOrganizationSearch(keys: ReadonlyMap<string, string>): Searched {
  const property = (name: string) => {
    const kept = keys.get(name)
    return ORGANIZATION.get(name) ?? (kept === undefined ? undefined : jsonValue(organization('organization_fields'), kept))
  }
  return { words: organization('words'), weights: ORGANIZATION_WEIGHTS, property }
}

/** How groups are searched. */
export const SEARCHED_GROUPS: Searched = { words: groupWords, weights: new Map(), property: (name) => GROUP.get(name) }
