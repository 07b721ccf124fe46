import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { findFixedOrigin } from './origin.ts'
import { TARGET_TYPES } from './types.ts'
import { isEmailAddress } from '#lib/text_forms.ts'

/** A target as it would be saved. `members` are those of its kind, including secrets. */
export interface WholeTarget {
  readonly type: string
  readonly title: string
  readonly members: Readonly<Record<string, unknown>>
}

const isBlank = (value: unknown) => value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
const words = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const CONTENT_TYPES = ['application/json', 'application/xml', 'application/x-www-form-urlencoded']

/** A name or a tag. Each ends before the next one begins, so that texts of beginnings alone take linear time. */
const PLACEHOLDER = /\{\{[^{}]*\}\}|\{%[^{%]*%\}/g

/** True for an address whose host is written out: placeholders may stand in what follows it. */
function isAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value.replaceAll(PLACEHOLDER, 'x')) : null
  return url !== null && /^https?:$/.test(url.protocol) && findFixedOrigin(String(value)) !== undefined
}

/** True if a value that is not blank is valid for the member of this name. */
function fits(name: string, value: unknown): boolean {
  if (name === 'target_url') return isAddress(value)
  if (name === 'email') return typeof value === 'string' && isEmailAddress(value)
  if (name === 'method') return METHODS.includes(String(value).toLowerCase())
  return name !== 'content_type' || CONTENT_TYPES.includes(String(value))
}

/** What is wrong with a target as it would be saved. @source docs/reference/other.md §1 */
export function checkTarget({ type, title, members }: WholeTarget): Details {
  const known = Object.hasOwn(TARGET_TYPES, type) ? TARGET_TYPES[type] : undefined
  if (known === undefined) {
    const problem = type === '' ? makeBlankProblem('Type') : makeInvalidProblem('Type')
    return { type: [problem] }
  }
  const found: [string, Problem][] = title === '' ? [['title', makeBlankProblem('Title')]] : []
  for (const { name, required } of known) {
    const value = members[name]
    if (required === true && isBlank(value)) found.push([name, makeBlankProblem(words(name))])
    else if (!isBlank(value) && !fits(name, value)) found.push([name, makeInvalidProblem(words(name))])
  }
  return Object.fromEntries(found.map(([name, problem]) => [name, [problem]]))
}

/**
 * A stored secret was given for one host: a target that is moved to another host, port or scheme needs it again, or an empty one.
 * `given`: the members that were sent; null leaves a secret as it is.
 */
export function checkMovedTarget(
  type: string,
  before: WholeTarget['members'],
  after: WholeTarget['members'],
  given: WholeTarget['members'],
): Details {
  const moved = ['target_url', 'subdomain'].some((name) => isElsewhere(before[name], after[name]))
  if (!moved) return {}
  const kept = (TARGET_TYPES[type] ?? []).filter(
    ({ name, secret }) => secret === true && !isBlank(after[name]) && (given[name] === undefined || given[name] === null),
  )
  const again = 'is sent to the host that it was given for only: send it again with another one, or an empty text'
  return Object.fromEntries(kept.map(({ name }) => [name, [{ description: `${words(name)}: ${again}`, error: 'InvalidValue' }]]))
}

function isElsewhere(before: unknown, after: unknown): boolean {
  const placeOf = (value: unknown) => (typeof value === 'string' ? (findFixedOrigin(value) ?? value) : '')
  return placeOf(before) !== placeOf(after)
}
