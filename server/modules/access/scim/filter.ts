/** The filters of lists: comparisons joined by `and`. @source RFC 7644 §3.4.2.2 */
import { ScimError } from '#core/errors.ts'
import { parseOwn } from '#lib/json.ts'
import { isKeyOf, isOneOf } from '#lib/objects.ts'
import { addressKey, composeLetters, plainKey } from '#lib/text_forms.ts'

const ATTRIBUTES = {
  id: 'id',
  username: 'email',
  emails: 'email',
  'emails.value': 'email',
  externalid: 'external_id',
  displayname: 'name',
  'name.formatted': 'name',
  active: 'active',
  usertype: 'role',
  roles: 'role',
  'roles.value': 'role',
} as const

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'pr'] as const

/** One comparison. `pr` (present) is true when there is a value. */
export interface Comparison {
  readonly member: (typeof ATTRIBUTES)[keyof typeof ATTRIBUTES]
  readonly operator: (typeof OPERATORS)[number]
  readonly value: string | boolean | null
}

const LONGEST = 2000
const COMPARISON = /^\s*([\w.:-]+)\s+(?:(pr)\b|(eq|ne|co|sw|ew)\s+("(?:[^"\\]|\\.)*"|true|false|null|-?\d+))\s*/i
const AND = /^and\s+/i

/** Reads a filter. @throws ScimError for what is malformed or not supported: `or`, `not`, brackets, order comparisons */
export function parseFilter(filter: string): Comparison[] {
  let rest = plainPaths(filter.slice(0, LONGEST))
  const found: Comparison[] = []
  for (;;) {
    const [all = '', attribute = '', present, operator, literal = 'null'] = COMPARISON.exec(rest) ?? []
    const word = (present ?? operator)?.toLowerCase()
    if (!isOneOf(OPERATORS, word)) throw makeInvalidFilter(filter)
    found.push(comparison(attribute, word, literal))
    rest = rest.slice(all.length)
    if (rest === '') return found
    const joint = AND.exec(rest)
    if (joint === null) throw makeInvalidFilter(filter)
    rest = rest.slice(joint[0].length)
  }
}

/** Removes the brackets of `emails[type eq "work"].value` and `emails[value eq "a@b.c"]`: there is only one address. */
function plainPaths(filter: string): string {
  return filter
    .replace(/\b(emails|roles)\[\s*(?:type|primary)\s+eq\s+[^\]]{1,100}\](?:\.value)?/gi, '$1.value')
    .replace(/\b(emails|roles)\[\s*value\s+([^\]]{1,400})\]/gi, '$1.value $2')
}

function comparison(attribute: string, operator: Comparison['operator'], literal: string): Comparison {
  const name = attribute.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '')
  const member = isKeyOf(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined
  if (member === undefined) throw new ScimError(400, `The attribute ${name.slice(0, 60)} cannot be filtered by`, 'invalidFilter')
  const value = readLiteral(literal)
  return { member, operator, value: typeof value === 'string' ? asStored(member, value) : value }
}

/** A text as users hold it. */
function asStored(member: Comparison['member'], text: string): string {
  if (member === 'email') return addressKey(text)
  return member === 'external_id' ? plainKey(text) : composeLetters(text)
}

function readLiteral(literal: string): string | boolean | null {
  if (literal.startsWith('"')) {
    try {
      return parseOwn<string>(literal).toWellFormed().replaceAll('\0', '')
    } catch {
      throw makeInvalidFilter(literal) // a string with an escape that is invalid in JSON
    }
  }
  const word = literal.toLowerCase()
  return word === 'true' || word === 'false' ? word === 'true' : word === 'null' ? null : literal
}

function makeInvalidFilter(filter: string): ScimError {
  const example = 'Filters are comparisons (eq, ne, co, sw, ew, pr) joined by and, such as userName eq "ann@example.com"'
  return new ScimError(400, `${example}; this one is not: ${filter.slice(0, 100)}`, 'invalidFilter')
}
