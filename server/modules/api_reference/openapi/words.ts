/** Describes what an operation does and who may call it, from its route, the table of roles, and notes.ts. */
import { listRequiredScopes } from '#auth/scopes.ts'
import type { Bucket } from '#http/limits.ts'
import type { AnyRoute } from '#http/route.ts'
import { isListQuery } from '#http/shape.ts'
import { NOTES } from './notes.ts'
import { isFormOnly } from './request_body.ts'

/** The roles an operation refuses: one line of roles.txt. */
export type Refused = readonly string[]

/** Markdown: a paragraph on what it does, one on who may call it, and one on limits. */
export function descriptionOf(route: AnyRoute, refused: Refused): string {
  const note = NOTES[`${route.method} ${route.path}`]
  const does = [`${route.summary}.`, ...(note === undefined ? [] : [note]), ...describePaging(route), ...describeSending(route)]
  return [does.join(' '), `**Who:** ${describeCallers(route, refused)}`, ...describeLimits(route)].join('\n\n')
}

/** Who may call it. */
function describeCallers(route: AnyRoute, refused: Refused): string {
  if (route.credentials === 'none') return 'anyone; user credentials are ignored.'
  const scope = scopeOf(route)
  const needs = scope === null ? '' : ` An OAuth token needs ${scope}.`
  if (route.anonymous === true) return `anyone; the response depends on the credentials, if any are sent.${needs}`
  const roles = new Set(refused.map((role) => role.replace('*', '')))
  if (roles.has('agent')) {
    const others = roles.has('end user') ? 'administrators' : 'administrators and end users'
    return `${others}${roles.has('bare agent') ? '' : ', and agents whose custom role allows it'}.${needs}`
  }
  if (roles.has('bare agent'))
    return `${roles.has('end user') ? 'agents' : 'end users, and agents'} whose custom role allows it, and administrators.${needs}`
  return `${roles.has('end user') ? 'agents and administrators' : 'every signed-in user'}.${needs}`
}

/** The scopes an OAuth token needs, as text; null when any scope is enough. */
function scopeOf(route: AnyRoute): string | null {
  if (route.scope === null) return null
  const access = route.access ?? (route.method === 'GET' ? 'read' : 'write')
  const scopes = listRequiredScopes(route.scope, access).map((scope) => `\`${scope}\``)
  const shown = (route.shows ?? []).map((resource) => `\`${resource}:read\``)
  return `the scope ${scopes.join(' or ')}${shown.length === 0 ? '' : `, and ${shown.join(', ')} or \`read\``}`
}

function describePaging(route: AnyRoute): string[] {
  return isListQuery(route.query) ? ['The response is paginated; see the guide to paging.'] : []
}

function describeSending(route: AnyRoute): string[] {
  return [
    ...(route.idempotent === true ? ['A request repeated with the same `Idempotency-Key` header is executed once.'] : []),
    ...(route.files === 'body' ? ['The body is the file itself.'] : []),
    ...(isFormOnly(route) ? ['The body is a form with a file.'] : []),
    ...(route.files === 'form' && !isFormOnly(route) ? ['Accepts `multipart/form-data` with files as well as JSON.'] : []),
    ...(route.json_only === true ? ['Accepts JSON only, no form data.'] : []),
  ]
}

const PER: Readonly<Record<NonNullable<Bucket['per']>, string>> = {
  user: ' for each user',
  user_and_id: ' for each user and record',
  id: ' for each record',
  stranger: ' for each address without credentials',
}

function describeLimits(route: AnyRoute): string[] {
  const each = (route.buckets ?? []).map(
    ({ limit, window_seconds, per }) => `${limit} calls in ${spellSeconds(window_seconds)}${per === undefined ? '' : PER[per]}`,
  )
  return each.length === 0 ? [] : [`**Rate limit:** ${each.join('; ')}.`]
}

const spellSeconds = (seconds: number) => (seconds === 60 ? 'a minute' : seconds === 3600 ? 'an hour' : `${seconds / 60} minutes`)
