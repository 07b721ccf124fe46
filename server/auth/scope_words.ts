/** The meaning of scopes in words, for the consent page. @source docs/reference/authentication.md §4.6 */
import { IN_PERSON } from './in_person.ts'

/** One scope as the consent page shows it. `is_broad`: it covers more than one kind of record; `is_in_person`: acts count as the person’s own. */
export interface ScopeInWords {
  readonly scope: string
  readonly title: string
  readonly is_broad: boolean
  readonly is_in_person: boolean
}

const WHOLE: Readonly<Record<string, string>> = {
  read: 'See everything you can see',
  write: 'Create, change and delete everything you can',
  impersonate: 'Act as any end user, on behalf of them',
  unrestricted: 'Do everything you can do, without any limit',
  [IN_PERSON]: 'Decide about access in your name',
}

/** The name of each resource, and the only access to it where there is one. */
const RESOURCES: Readonly<Record<string, { readonly words: string; readonly only?: 'read' | 'write' }>> = {
  any_channel: { words: 'messages from channels', only: 'write' },
  apps: { words: 'apps' },
  auditlogs: { words: 'the audit log', only: 'read' },
  automations: { words: 'automations' },
  brands: { words: 'brands' },
  custom_objects: { words: 'custom objects and their records' },
  dynamic_content: { words: 'dynamic content' },
  groups: { words: 'groups and their members' },
  hc: { words: 'the help center' },
  macros: { words: 'macros' },
  organizations: { words: 'organizations' },
  requests: { words: 'requests' },
  satisfaction_ratings: { words: 'satisfaction ratings' },
  scim: { words: 'people, as a directory does (SCIM)' },
  security: { words: 'security settings', only: 'read' },
  targets: { words: 'targets' },
  themes: { words: 'themes of the help center' },
  ticket_attachments: { words: 'attachments of tickets' },
  ticket_views: { words: 'views' },
  tickets: { words: 'tickets and their comments' },
  triggers: { words: 'triggers' },
  users: { words: 'users' },
  web_widget: { words: 'the web widget', only: 'write' },
  webhooks: { words: 'webhooks' },
}

const VERBS = { read: 'See', write: 'Create, change and delete', both: 'See, create, change and delete' }

/** Every documented scope, as OAuth discovery lists them. @source RFC 8414 §2 */
export const DOCUMENTED_SCOPES: readonly string[] = [
  ...Object.keys(WHOLE),
  ...Object.entries(RESOURCES).flatMap(([name, { only }]) =>
    only === undefined ? [`${name}:read`, `${name}:write`] : [`${name}:${only}`],
  ),
]

/** Longer lists of unknown scopes are cut to this many. */
const MAX_NAMED = 5

/**
 * What is wrong with requested scopes: which are unknown, and which exist; null when all are known. An omitted access stands for both, an
 * omitted resource for all. Scopes granted before this check existed stay valid for what they name, if anything.
 * @source docs/reference/authentication.md §4.6
 */
export function describeUnknownScopes(scopes: readonly string[]): string | null {
  const unknown = scopes.filter((scope) => !isKnownScope(scope))
  if (unknown.length === 0) return null
  const named = unknown.slice(0, MAX_NAMED).map((scope) => `"${scope}"`)
  const listed = [...named, ...(unknown.length > MAX_NAMED ? [`${unknown.length - MAX_NAMED} more`] : [])].join(', ')
  const forms = `${Object.keys(WHOLE).join(', ')}, or a resource with :read or :write`
  return `unknown: ${listed}. A scope is ${forms}. The resources are ${Object.keys(RESOURCES).join(', ')}`
}

function isKnownScope(scope: string): boolean {
  if (DOCUMENTED_SCOPES.includes(scope)) return true
  return Object.hasOwn(RESOURCES, scope)
}

/** A scope in words. An unknown one, granted before there was a list, is shown unchanged. */
export function scopeInWords(scope: string): ScopeInWords {
  const whole = Object.hasOwn(WHOLE, scope) ? WHOLE[scope] : undefined
  if (whole !== undefined) return { scope, title: whole, is_broad: true, is_in_person: scope === IN_PERSON }
  const [name = '', access, ...rest] = scope.split(':')
  const resource = Object.hasOwn(RESOURCES, name) ? RESOURCES[name] : undefined
  const isKnown = resource !== undefined && rest.length === 0 && (access === undefined || access === 'read' || access === 'write')
  if (!isKnown) return { scope, title: scope, is_broad: false, is_in_person: false }
  const title = `${VERBS[(access as 'read' | 'write' | undefined) ?? 'both']} ${resource.words}`
  return { scope, title, is_broad: false, is_in_person: false }
}

/** Every documented scope in words, in the order of the list. */
export function listDocumentedScopes(): ScopeInWords[] {
  return DOCUMENTED_SCOPES.map(scopeInWords)
}
