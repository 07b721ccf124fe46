/** A rule after a request, and the differences as text for the audit log. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { chooseWrittenText } from '#lib/raw_text.ts'
import type { Action } from '#rules/actions.ts'
import type { Condition, Conditions } from '#rules/condition.ts'
import type { ActionsInput, ConditionInput, ConditionsSent } from './schema.ts'

const LAST_POSITION = 2_147_483_647

const condition = ({ field = '', operator = '', value = null }: ConditionInput): Condition => ({ field, operator, value })

/**
 * Reads conditions from `conditions` or from top-level `all` and `any`. One list empties the other; undefined if there is neither.
 * @source docs/reference/business_rules.md §1.1
 */
export function conditionsOf(input: ConditionsSent): Conditions | undefined {
  const { all = input.all, any = input.any } = input.conditions ?? {}
  return all === undefined && any === undefined ? undefined : { all: (all ?? []).map(condition), any: (any ?? []).map(condition) }
}

/** Reads actions; undefined if none were sent. */
export function actionsOf(actions: ActionsInput | undefined): readonly Action[] | undefined {
  return actions?.map(({ field = '', value = null }) => ({ field, value }))
}

/** The title after a request that sends it as stored, as shown, or both. An empty one is refused later, also one sent as null. */
export function titleAfter(before: string, { title, raw_title }: { title?: string | null; raw_title?: string | null }): string {
  const isEmptied = title === null && typeof raw_title !== 'string'
  return isEmptied ? '' : chooseWrittenText(raw_title, title, before).trim()
}

/** The position behind all others, `first` if there are none. */
export function positionAfter(others: readonly { readonly position: number }[], first = 0): number {
  return Math.min(others.reduce((last, other) => Math.max(last, other.position), first - 1) + 1, LAST_POSITION)
}

/** The members that every kind of rule has, and those that only some have. */
interface Comparable {
  readonly title: string
  readonly active: boolean
  readonly position: number
  readonly description?: string | null
  readonly conditions?: Conditions
  readonly actions?: readonly Action[]
  readonly restriction?: unknown
}

/** The differences between two states, as sentences for the audit log; [] if there are none. */
export function describeDifferences(before: Comparable, after: Comparable): string[] {
  const found: string[] = []
  if (before.title !== after.title) found.push(`Title changed from "${before.title}" to "${after.title}"`)
  if (before.active !== after.active) found.push(after.active ? 'Activated' : 'Deactivated')
  if (before.position !== after.position) found.push(`Position changed from ${before.position} to ${after.position}`)
  for (const [member, name] of PARTS) if (!isDeepStrictEqual(before[member], after[member])) found.push(`${name} changed`)
  return found
}

const PARTS = [
  ['description', 'Description'],
  ['conditions', 'Conditions'],
  ['actions', 'Actions'],
  ['restriction', 'Restriction'],
] as const
