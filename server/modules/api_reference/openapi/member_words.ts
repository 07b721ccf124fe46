/** Describes each member of a body, from the sentences in members/. */
import { isObject } from '#lib/json.ts'
import { ACCESS } from './members/access.ts'
import { COMMON } from './members/common.ts'
import { CONFIGURATION } from './members/configuration.ts'
import { EMPLOYEE_SERVICE } from './members/employee_service.ts'
import { MACROS } from './members/macros.ts'
import { OAUTH } from './members/oauth.ts'
import { SIDE_CONVERSATIONS } from './members/side_conversations.ts'
import { PEOPLE } from './members/people.ts'
import { PUBLIC_SETTINGS } from './members/public_settings.ts'
import { ROUTING } from './members/routing.ts'
import { RULES } from './members/rules.ts'
import { SCIM } from './members/scim.ts'
import { SETTINGS } from './members/settings.ts'
import { TICKETS } from './members/tickets.ts'
import { VIEWS } from './members/views.ts'
import { WEBHOOKS } from './members/webhooks.ts'

/** The dictionaries. No key is in two of them. */
export const MEMBER_WORDS = [
  ACCESS,
  COMMON,
  CONFIGURATION,
  EMPLOYEE_SERVICE,
  MACROS,
  OAUTH,
  SIDE_CONVERSATIONS,
  PEOPLE,
  PUBLIC_SETTINGS,
  ROUTING,
  RULES,
  SCIM,
  SETTINGS,
  TICKETS,
  VIEWS,
  WEBHOOKS,
]

const words = new Map(MEMBER_WORDS.flatMap((each) => Object.entries(each)))

/** The singular of a name: `statuses` → `status`, `saved_searches` → `saved_search`. */
export function toSingular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(?:ss|ch|x|(?<!a)us)es$/.test(name)) return name.slice(0, -2)
  return /(?:ss|us)$/.test(name) ? name : name.replace(/s$/, '')
}

/** The keys of a member's description, the more specific one first. `parent` is null for a member of the body itself. */
export function keysOf(name: string, parent: string | null): [string, string] {
  return [`${parent === null ? '' : toSingular(parent)}.${name}`, name]
}

const SPELLINGS: Readonly<Record<string, string>> = { api: 'API', oauth: 'OAuth', id: 'id' }
const spellOut = (name: string) =>
  name
    .split('_')
    .map((word) => SPELLINGS[word] ?? word)
    .join(' ')

/** The description of a member; undefined when there is none. Its shape's own comes first, for a name that means something else there. */
export function memberWords(name: string, parent: string | null, shape: unknown): string | undefined {
  if (isObject(shape) && typeof shape.description === 'string') return shape.description
  const [particular, common] = keysOf(name, parent)
  return words.get(particular) ?? words.get(common) ?? byRule(name, parent, shape)
}

/** Descriptions by rule: of the member that wraps the records of a body, and of `raw_` members. */
function byRule(name: string, parent: string | null, shape: unknown): string | undefined {
  if (name.startsWith('raw_')) return `\`${name.slice('raw_'.length)}\` as it is stored: placeholders of dynamic content are not replaced.`
  return parent === null && holdsRecords(shape) ? `The ${spellOut(name)}.` : undefined
}

function holdsRecords(shape: unknown): boolean {
  if (!isObject(shape)) return false
  if (isObject(shape.properties)) return true
  return holdsRecords(shape.items) || (Array.isArray(shape.anyOf) && shape.anyOf.some(holdsRecords))
}
