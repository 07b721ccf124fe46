/**
 * The values that a condition tells apart. Conditions on tickets compare a member with constants; between two constants nothing changes, so
 * a few values stand for all. What is known of a condition is in {@link partOf}; a condition on anything else has no values.
 */
import { addSeconds, toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { asText, tags } from '../argument.ts'
import { compileConditions, type Condition } from '../condition.ts'
import { option, options } from '../custom.ts'
import {
  BLANK_TICKET,
  type CommentFacts,
  type CustomField,
  type Role,
  type RuleCatalogue,
  type RuleContext,
  type TicketFacts,
  STATUSES,
} from '../facts.ts'
import { fieldRow, PRIORITIES, TYPES } from '../fields.ts'
import type { Predicate } from '../row.ts'

/** What may be in a variable. `dense`: there is a value between any two. `sets`: lists of words, of which a value has some. */
export type Domain =
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'dense'; readonly values: readonly number[] }
  | { readonly kind: 'sets'; readonly sets: readonly (readonly string[])[] }

/**
 * A condition with its variables: `created`, `via`, `comment`, `updater`, and `ticket.…` and `before.…` for each member of the ticket now and
 * before the update. `domains` is null for a condition whose values are not known.
 */
export interface Part {
  readonly condition: Condition
  readonly text: string
  readonly predicate: Predicate
  readonly domains: ReadonlyMap<string, Domain> | null
}

/** A ticket and an update in which conditions can be tested. */
export interface Case {
  readonly ticket: TicketFacts
  readonly context: RuleContext
}

const NOW = toDate('2026-01-01T12:00:00Z')
/** Ids and words that no condition names: two, since a value may change from one to another. */
const OTHER_IDS = [-7, -8] as const
const OTHER_WORDS = ['\u0001other', '\u0001another'] as const

const values = (...given: readonly unknown[]): Domain => ({ kind: 'values', values: given })
const makeRankedDomain = (ranks: readonly string[]): Domain => values(...ranks.map((rank) => rank || null))
const listAround = (count: number, lowest = Number.NEGATIVE_INFINITY) => [count - 1, count, count + 1].filter((one) => one >= lowest)

const RANKED: Readonly<Record<string, Domain>> = {
  status: makeRankedDomain(STATUSES),
  type: makeRankedDomain(TYPES),
  priority: makeRankedDomain(PRIORITIES),
}
const NULLABLE_IDS = new Set(['group_id', 'assignee_id', 'organization_id'])
const IDS = new Set([...NULLABLE_IDS, 'requester_id', 'brand_id', 'ticket_form_id', 'custom_status_id', 'via_id'])
const COUNTS = new Set(['reopens', 'replies', 'agent_stations', 'group_stations'])

/** The ids in a value; undefined if it names someone by another word, such as `current_user`. */
function idsIn(value: Condition['value']): number[] | undefined {
  const words = (Array.isArray(value) ? value : [value]).flatMap((one) => (asText(one) ?? '?').split(/[\s,]+/)).filter(Boolean)
  return words.every((one) => /^\d{1,15}$/.test(one)) ? words.map(Number) : undefined
}

function idDomain(value: Condition['value'], isNullable: boolean): Domain | undefined {
  const ids = idsIn(value)
  return ids === undefined ? undefined : values(...ids, ...OTHER_IDS, ...(isNullable ? [null] : []))
}

function countDomain(value: Condition['value'], lowest?: number): Domain | undefined {
  const text = asText(value)
  return text === undefined ? undefined : values(...listAround(Number(text), lowest))
}

/** Hours are whole: a moment in the middle of each hour stands for it. */
function hourDomain({ field, operator, value }: Condition): Domain | undefined {
  if (operator.includes('business')) return undefined
  const hours = [-0.5, ...listAround(Number(asText(value))).map((hour) => hour + 0.5)]
  const direction = field.startsWith('until_') ? 1 : -1
  return values(null, ...hours.map((hour) => addSeconds(NOW, direction * hour * 3600).toISOString()))
}

const COMMENTS: readonly (CommentFacts | null)[] = [
  null,
  ...[true, false].flatMap((isPublic) => [true, false].map((requester_can_see) => ({ text: '', public: isPublic, requester_can_see }))),
]

function updaterDomain(value: Condition['value']): Domain {
  const ids = [...(idsIn(value) ?? []), OTHER_IDS[0]]
  return values(...ids.flatMap((id) => (['end-user', 'agent', 'admin'] as const).map((role) => ({ id, role }))))
}

function dayDomain({ operator, value }: Condition): Domain | undefined {
  if (operator.startsWith('within_')) return undefined
  const text = asText(value) ?? ''
  if (text === '') return values(null, NOW.toISOString().slice(0, 10))
  return values(
    null,
    ...[-1, 0, 1].map((days) =>
      addSeconds(toDate(text), days * 86_400)
        .toISOString()
        .slice(0, 10),
    ),
  )
}

function numberDomain({ value }: Condition, isWhole: boolean): Domain {
  const number = Number(asText(value) || 0)
  return isWhole ? values(null, ...listAround(number)) : { kind: 'dense', values: listAround(number) }
}

const isSearch = (operator: string) => /_(?:words|string)$/.test(operator)

function customDomain(condition: Condition, field: CustomField): Domain | undefined {
  const { operator, value } = condition
  const isPresence = operator === 'present' || operator === 'not_present'
  switch (field.type) {
    case 'checkbox':
      return values(true, null)
    case 'integer':
    case 'decimal':
      return numberDomain(condition, field.type === 'integer')
    case 'date':
      return dayDomain(condition)
    case 'tagger':
      return values(null, ...OTHER_WORDS, option(field, ['']).read(value) || null)
    case 'multiselect':
      return { kind: 'sets', sets: isPresence ? [] : [options(field).read(value) ?? []] }
    default:
      return isSearch(operator) ? undefined : values(null, ...OTHER_WORDS, asText(value) || null)
  }
}

/** The domain of the first member that a condition on the ticket reads. */
function memberDomain(condition: Condition, catalogue: RuleCatalogue): Domain | undefined {
  const { field, value } = condition
  if (Object.hasOwn(RANKED, field)) return RANKED[field]
  if (IDS.has(field)) return idDomain(value, NULLABLE_IDS.has(field))
  if (COUNTS.has(field)) return countDomain(value, 0)
  if (field === 'current_tags') return { kind: 'sets', sets: [tags(1).read(value) ?? []] }
  if (field === 'ticket_is_public') return values(true, false)
  if (field === 'ticket_due_date') return values(null, NOW.toISOString())
  if (fieldRow(field, catalogue)?.timed === true) return hourDomain(condition)
  const custom = catalogue.ticket.get(/^custom_fields_(\d+)$/.exec(field)?.[1] ?? '')
  return custom && customDomain(condition, custom)
}

function updateDomain({ field, value }: Condition): readonly [string, Domain] | undefined {
  if (field === 'update_type') return ['created', values(true, false)]
  if (field === 'comment_is_public') return ['comment', values(...COMMENTS)]
  if (field === 'role') return ['updater', updaterDomain(value)]
  const via = field === 'current_via_id' ? idDomain(value, false) : undefined
  return via && ['via', via]
}

function domainsOf(condition: Condition, predicate: Predicate, catalogue: RuleCatalogue): ReadonlyMap<string, Domain> | null {
  const ofUpdate = updateDomain(condition)
  if (ofUpdate !== undefined) return new Map([ofUpdate])
  const [member, ...others] = predicate.reads
  const domain = member === undefined ? undefined : memberDomain(condition, catalogue)
  // a condition on hours in a status reads the status, too; one that names another member compares two members
  if (domain === undefined || others.some((other) => other !== 'status')) return null
  const found = new Map<string, Domain>([[`ticket.${member}`, domain]])
  for (const other of others) found.set(`ticket.${other}`, makeRankedDomain(STATUSES))
  if (predicate.needs.includes('update')) found.set(`before.${member}`, domain).set('created', values(true, false))
  return found
}

/** A condition with what is known of its values. @throws Error when it names what is gone */
export function partOf(condition: Condition, catalogue: RuleCatalogue): Part {
  const { all } = compileConditions({ all: [condition], any: [] }, catalogue)
  const predicate = ensureDefined(all[0])
  const { field, operator, value } = condition
  return { condition, text: JSON.stringify([field, operator, value]), predicate, domains: domainsOf(condition, predicate, catalogue) }
}

function betweenAll(numbers: readonly number[]): unknown[] {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other)
  return [null, ...sorted.flatMap((one, index) => (index === 0 ? [one] : [(ensureDefined(sorted[index - 1]) + one) / 2, one]))]
}

/** All words but those of some of the sets: of the values in which those have none, the largest satisfies most. */
function withoutSome(sets: readonly (readonly string[])[]): unknown[] {
  const banned = [...sets, [OTHER_WORDS[0]]]
  const all = [...new Set(banned.flat())]
  return Array.from({ length: 2 ** banned.length }, (_none, mask) => {
    const gone = new Set(banned.flatMap((set, index) => ((mask >> index) & 1 ? set : [])))
    return all.filter((one) => !gone.has(one))
  })
}

const MAX_SETS = 6

/** The values to try for a variable that several conditions read; undefined if they are too many. */
export function valuesOf(domains: readonly Domain[]): readonly unknown[] | undefined {
  const sets = domains.flatMap((domain) => (domain.kind === 'sets' ? domain.sets : []))
  if (domains.some(({ kind }) => kind === 'sets')) return sets.length > MAX_SETS ? undefined : withoutSome(sets)
  const dense = domains.flatMap((domain) => (domain.kind === 'dense' ? domain.values : []))
  const plain = domains.flatMap((domain) => (domain.kind === 'values' ? domain.values : []))
  return [...new Set([...plain, ...(dense.length > 0 ? betweenAll(dense) : [])])]
}

const CUSTOM = 'custom_fields.'

function ticketWith(chosen: ReadonlyMap<string, unknown>, prefix: string): TicketFacts {
  const members: Record<string, unknown> = {}
  const custom_fields: Record<string, unknown> = {}
  for (const [name, value] of chosen) {
    const member = name.startsWith(prefix) ? name.slice(prefix.length) : null
    if (member?.startsWith(CUSTOM) === true) custom_fields[member.slice(CUSTOM.length)] = value
    else if (member !== null) members[member] = value
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the domain of each member holds values of its type
  return { ...BLANK_TICKET, ...members, custom_fields } as TicketFacts
}

/** What is chosen of the update. */
interface Chosen {
  readonly updater?: { readonly id: number; readonly role: Role }
  readonly comment?: CommentFacts | null
  readonly via?: number
}

/** The case in which the variables have these values. */
export function caseOf(chosen: ReadonlyMap<string, unknown>): Case {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the domain of each variable holds values of its type
  const { updater, comment, via } = Object.fromEntries(chosen) as Chosen
  const update = {
    before: chosen.get('created') === true ? null : ticketWith(chosen, 'before.'),
    comment: comment ?? null,
    via_id: via ?? OTHER_IDS[0],
    updater_id: updater?.id ?? OTHER_IDS[0],
    updater_role: updater?.role ?? 'agent',
  }
  return { ticket: ticketWith(chosen, 'ticket.'), context: { now: NOW, time_zone: 'Etc/UTC', current_user_id: null, update } }
}
