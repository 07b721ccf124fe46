/**
 * WHAT ENDS: every way of calling the public API that has, or had, a last day; as data. The radar lists who still uses each, and a sunset
 * simulation refuses it. Not here: the phases in which API tokens end (retirement.ts).
 */
import type { Account } from '#accounts/account.ts'
import type { Settings } from '#accounts/settings.ts'
import { type Timestamp, toDate } from '#lib/clock.ts'
import { type PolicyCaller, findSimulatedDate } from './sunset_simulation.ts'

/** How the request log identifies calls that use it. */
export type Usage =
  | { readonly by: 'credential_kind'; readonly kind: 'api_token' | 'password' }
  | { readonly by: 'grant_type'; readonly grant_type: 'password' | 'implicit' }
  | { readonly by: 'unexpiring' }
  | { readonly by: 'endpoint'; readonly method: string; readonly path: string }

/** One retired way of calling. */
export interface Retirement {
  /** `endpoint:GET /api/v2/…` for a route. */
  readonly key: string
  readonly title: string
  /** What to use instead, as a sentence. */
  readonly replacement: string
  readonly usage: Usage
  /** Its last day by the settings of the instance, where they have one; otherwise the public service's. Null = not announced. */
  readonly ends_at: (account: Account) => Timestamp | null
}

/** E-mail and password of agents and admins, not of end users. @source https://support.zendesk.com/hc/en-us/articles/9941874259354 */
const PASSWORDS_END: Timestamp = '2026-01-12T00:00:00.000Z'
/** Implicit and password grants. @source https://support.zendesk.com/hc/en-us/articles/8302546989466; docs/reference/authentication.md §4 */
const OLD_GRANTS_END: Timestamp = '2025-02-17T00:00:00.000Z'
/** From then on every client must refresh its tokens. @source https://support.zendesk.com/hc/en-us/articles/9182123625370 */
const UNEXPIRING_END: Timestamp = '2027-04-01T00:00:00.000Z'

const AUTHORIZATION_CODE =
  'Send people to the consent page (authorization code grant with PKCE), or use client credentials where no person is involved.'

const RETIREMENTS: readonly Retirement[] = [
  {
    key: 'api_tokens',
    title: 'API tokens',
    replacement:
      'Register an OAuth client and call with its access tokens: the client credentials grant suits programs that act on their own.',
    usage: { by: 'credential_kind', kind: 'api_token' },
    ends_at: (account) => account.settings.api.token_sunset,
  },
  {
    key: 'unexpiring_tokens',
    title: 'OAuth access tokens that never expire',
    replacement: 'Ask for tokens that expire (expires_in), and renew them with the refresh token or with the client credentials.',
    usage: { by: 'unexpiring' },
    ends_at: () => UNEXPIRING_END,
  },
  {
    key: 'passwords',
    title: 'Passwords of agents and administrators in API calls',
    replacement: 'Call with an OAuth access token. Signing in to the dashboard with a password is not affected.',
    usage: { by: 'credential_kind', kind: 'password' },
    ends_at: () => PASSWORDS_END,
  },
  {
    key: 'password_grant',
    title: 'OAuth: password grant',
    replacement: AUTHORIZATION_CODE,
    usage: { by: 'grant_type', grant_type: 'password' },
    ends_at: () => OLD_GRANTS_END,
  },
  {
    key: 'implicit_grant',
    title: 'OAuth: implicit grant',
    replacement: AUTHORIZATION_CODE,
    usage: { by: 'grant_type', grant_type: 'implicit' },
    ends_at: () => OLD_GRANTS_END,
  },
]

/** Routes with a recommended replacement but no announced last day. @source docs/reference/tickets.md §1.2 */
const SUPERSEDED: readonly Retirement[] = [
  {
    key: 'endpoint:GET /api/v2/tickets/:id/collaborators',
    title: 'GET /api/v2/tickets/:id/collaborators',
    replacement: 'Read GET /api/v2/tickets/:id/email_ccs for end users and GET /api/v2/tickets/:id/followers for agents.',
    usage: { by: 'endpoint', method: 'GET', path: '/api/v2/tickets/:id/collaborators' },
    ends_at: () => null,
  },
]

const known = new WeakMap<Settings, readonly Retirement[]>()

/** All retirements of an instance: the public service's, and the endpoints named in the instance's settings. */
export function retirementsOf(account: Account): readonly Retirement[] {
  const all = known.get(account.settings) ?? allRetirements(account)
  known.set(account.settings, all)
  return all
}

function allRetirements(account: Account): readonly Retirement[] {
  const named = account.settings.api.retired_endpoints.map(({ route, ends_at, replacement }): Retirement => {
    const [method = '', path = ''] = route.split(' ')
    const usage = { by: 'endpoint', method, path } as const
    return { key: `endpoint:${route}`, title: route, replacement, usage, ends_at: () => ends_at }
  })
  const isNamed = (key: string) => named.some((retirement) => retirement.key === key)
  return [...RETIREMENTS, ...SUPERSEDED.filter(({ key }) => !isNamed(key)), ...named]
}

/** True when a call uses something that ends. Grants are not covered: the token endpoint refuses them. */
function isUsed({ usage }: Retirement, { auth, actor }: PolicyCaller, route: { readonly method: string; readonly path: string }): boolean {
  switch (usage.by) {
    case 'credential_kind':
      return auth.kind === usage.kind && (usage.kind !== 'password' || actor.role !== 'end-user')
    case 'endpoint':
      return usage.method === route.method && usage.path === route.path
    default:
      return false
  }
}

/** A retirement that a call is affected by, and its last day. */
export interface Ending {
  readonly retirement: Retirement
  readonly ends_at: Timestamp
}

/** The endings of an instance, by route and others; cached by its settings, since every answer needs them. */
const endings = new WeakMap<Settings, { readonly of_routes: ReadonlyMap<string, Ending>; readonly others: readonly Ending[] }>()

/** The endings a call is affected by, the earliest first. Outside a simulation passwords are left to the instance's own settings. */
export function endingsOf(
  account: Account,
  caller: PolicyCaller,
  route: { readonly method: string; readonly path: string },
): readonly Ending[] {
  const { of_routes, others } = endings.get(account.settings) ?? findEndings(account)
  const rehearses = findSimulatedDate(account, caller) !== null
  const own = others.filter(({ retirement }) => (rehearses || retirement.key !== 'passwords') && isUsed(retirement, caller, route))
  const ofRoute = of_routes.size === 0 ? undefined : of_routes.get(`${route.method} ${route.path}`)
  return ofRoute === undefined ? own : [...own, ofRoute].sort(byEnd)
}

const byEnd = (one: Ending, other: Ending) => toDate(one.ends_at).getTime() - toDate(other.ends_at).getTime()

function findEndings(account: Account) {
  const all = retirementsOf(account)
    .flatMap((retirement): Ending[] => {
      const ends_at = retirement.ends_at(account)
      return ends_at === null ? [] : [{ retirement, ends_at }]
    })
    .sort(byEnd)
  const of_routes = new Map<string, Ending>()
  const others: Ending[] = []
  for (const ending of all) {
    const { usage } = ending.retirement
    if (usage.by === 'endpoint') of_routes.set(`${usage.method} ${usage.path}`, ending)
    else others.push(ending)
  }
  const found = { of_routes, others }
  endings.set(account.settings, found)
  return found
}

/**
 * True when the password grant has ended for the user a token is requested for: in a simulation of a later date.
 * @source docs/reference/authentication.md §4
 */
export function passwordGrantEnded(account: Account, clientId: number, actor: PolicyCaller['actor']): boolean {
  const at = findSimulatedDate(account, { auth: { kind: 'password', credential_id: null, client_id: clientId }, actor })
  return at !== null && toDate(at) >= toDate(OLD_GRANTS_END)
}
