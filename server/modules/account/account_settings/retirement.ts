/** Validation of the settings of retirement: endpoints with a last day, and the simulation of a sunset date. */
import type { Settings } from '#accounts/settings.ts'
import type { InstanceSettingsInput } from './schema.ts'

type ApiInput = NonNullable<InstanceSettingsInput['api']>
export type Check = readonly [path: string, fine: boolean, must: string]

const ROUTE = /^(?:GET|POST|PUT|PATCH|DELETE) \/(?:api\/v2|oauth)(?:\/:?\w+)+$/
const MAX_ENDPOINTS = 100
const MAX_CALLERS = 500
const MAX_REPLACEMENT_LENGTH = 500

/** The endpoints as they are stored; undefined when the input has none. */
export function readEndpoints(api: ApiInput): Settings['api']['retired_endpoints'] | undefined {
  return api.retired_endpoints?.map(({ route = '', ends_at, replacement }) => ({
    route,
    ends_at: ends_at ?? '',
    replacement: replacement ?? '',
  }))
}

/**
 * The checks of an input merged into the stored settings: a simulation needs callers it applies to.
 * @source docs/reference/access_governance.md §12.3
 */
export function checkRetirement(now: Settings['api'], api: ApiInput): readonly Check[] {
  const endpoints = readEndpoints(api) ?? []
  const rehearsal = { ...now.rehearsal, ...api.rehearsal }
  const callers = [...rehearsal.api_token_ids, ...rehearsal.user_ids, ...rehearsal.oauth_client_ids]
  return [
    [
      'api.retired_endpoints',
      endpoints.every(({ route }) => ROUTE.test(route)) && new Set(endpoints.map(({ route }) => route)).size === endpoints.length,
      'must each have a route of its own such as GET /api/v2/tickets/:id',
    ],
    ['api.retired_endpoints', endpoints.every(({ ends_at }) => ends_at !== ''), 'must each have a date in ends_at'],
    [
      'api.retired_endpoints',
      endpoints.length <= MAX_ENDPOINTS && endpoints.every(({ replacement }) => replacement.length <= MAX_REPLACEMENT_LENGTH),
      `must be ${MAX_ENDPOINTS} at most, with ${MAX_REPLACEMENT_LENGTH} characters of replacement each`,
    ],
    [
      'api.rehearsal',
      rehearsal.at === null || rehearsal.whole_instance || callers.length > 0,
      'must name callers in api_token_ids, user_ids or oauth_client_ids, or set whole_instance',
    ],
    [
      'api.rehearsal',
      callers.length <= MAX_CALLERS && callers.every((id) => id > 0),
      `must name ${MAX_CALLERS} callers at most, by their ids`,
    ],
  ]
}
