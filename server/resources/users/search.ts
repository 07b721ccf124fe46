/** The search syntax for users: `email:x`, `name:"anna smith"`, `role:agent`, bare words. Pure. @source search.md Query language */
import type { SearchTerm } from './list_store.ts'

const TOKEN = /(\w+):(?:"([^"]*)"|(\S+))|"([^"]*)"|(\S+)/g
const FIELDS: ReadonlyMap<string, SearchTerm['field']> = new Map([
  ...(['name', 'email', 'phone', 'role', 'external_id', 'organization', 'tags', 'notes', 'details'] as const).map(
    (field) => [field, field] as const,
  ),
  ['user', 'name'],
  ['organization_id', 'organization'],
])
/** Longer queries are cut: nobody means so many words. */
const MOST_TERMS = 20

/** Reads a query. A word of unknown kind is looked for in names; `type:user` says nothing new; `*` at an end is what is done anyway. */
export function parseUserQuery(query: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [all, property, quoted, plain, phrase, word] of query.matchAll(TOKEN)) {
    const field = property === undefined ? undefined : FIELDS.get(property.toLowerCase())
    const value = (field === undefined ? (phrase ?? word ?? all) : (quoted ?? plain ?? '')).replace(/\*+$/, '').trim()
    if (value === '' || property?.toLowerCase() === 'type') continue
    terms.push(field === undefined && value.includes('@') ? { field: 'email', value } : { field: field ?? 'word', value })
  }
  return terms.slice(0, MOST_TERMS)
}

/** What typing a name or a phone number looks for; null when there is too little to look for. */
export function autocompleteTerms(input: { name?: string | null; phone?: string | null }): SearchTerm[] | null {
  const name = input.name?.trim() ?? ''
  const phone = input.phone?.trim() ?? ''
  if (name.length >= 2) return [{ field: name.includes('@') ? 'email' : 'name', value: name }]
  return phone.length >= 2 ? [{ field: 'phone_prefix', value: phone }] : null
}
