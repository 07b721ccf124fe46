/**
 * Whether conditions can hold together: tries the values that they tell apart. Conditions without known values are taken to hold, so that
 * only a refusal is proof.
 */
import type { RuleContext, TicketFacts } from '../facts.ts'
import { type Case, caseOf, type Domain, type Part, valuesOf } from './cases.ts'

/** A condition that must hold, or must not; `after`: on the ticket as that leaves it. */
export interface Demand {
  readonly part: Part
  readonly wanted: boolean
  readonly after?: (ticket: TicketFacts, context: RuleContext) => TicketFacts
}

/** How many cases may still be tried. */
export interface Effort {
  left: number
}

const MAX_CASES = 4096

/** Demands that share no variable with those of another group. */
interface Group {
  readonly demands: Demand[]
  readonly variables: Set<string>
}

const CREATED = 'created'
const variablesOf = ({ part }: Demand) => [...(part.domains?.keys() ?? [])].filter((name) => name !== CREATED)

function groupDemands(demands: readonly Demand[]): Group[] {
  let groups: Group[] = []
  for (const demand of demands) {
    const own = variablesOf(demand)
    const joined: Group = { demands: [demand], variables: new Set(own) }
    const apart: Group[] = []
    for (const group of groups) {
      if (!own.some((name) => group.variables.has(name))) apart.push(group)
      else {
        joined.demands.push(...group.demands)
        for (const name of group.variables) joined.variables.add(name)
      }
    }
    groups = [...apart, joined]
  }
  return groups
}

const isMet = ({ part, wanted, after }: Demand, { ticket, context }: Case) =>
  part.predicate.holds(after === undefined ? ticket : after(ticket, context), context) === wanted

/** Whether there is a case for a group, in an update that creates the ticket or not. Undefined if that is too much to try. */
function hasCase({ demands, variables }: Group, isCreated: boolean, effort: Effort): boolean | undefined {
  const choices: [string, readonly unknown[]][] = []
  let cases = 1
  for (const name of variables) {
    if (isCreated && name.startsWith('before.')) continue
    const domains = demands.map(({ part }) => part.domains?.get(name)).filter((one): one is Domain => one !== undefined)
    const values = valuesOf(domains)
    if (values === undefined) return undefined
    choices.push([name, values])
    cases *= values.length
  }
  if (cases > MAX_CASES) return undefined
  if (cases > effort.left) {
    effort.left = 0
    return undefined
  }
  for (let number = 0; number < cases; number++) {
    effort.left -= 1
    let rest = number
    const chosen = new Map<string, unknown>([[CREATED, isCreated]])
    for (const [name, values] of choices) {
      chosen.set(name, values[rest % values.length])
      rest = Math.floor(rest / values.length)
    }
    const found = caseOf(chosen)
    if (demands.every((demand) => isMet(demand, found))) return true
  }
  return false
}

/** True if one of the conditions is wanted true and false. */
function hasOpposites(demands: readonly Demand[]): boolean {
  const now = demands.filter(({ after }) => after === undefined)
  const wanted = new Set(now.filter((one) => one.wanted).map(({ part }) => part.text))
  return now.some((one) => !one.wanted && wanted.has(one.part.text))
}

/** False if no ticket and no update meets all demands; true if some do, as far as conditions are known; undefined if that is not found out. */
export function isPossible(demands: readonly Demand[], effort: Effort): boolean | undefined {
  if (hasOpposites(demands)) return false
  const groups = groupDemands(demands.filter(({ part }) => part.domains !== null))
  const isCreationNamed = groups.some((group) => group.demands.some(({ part }) => part.domains?.has(CREATED) === true))
  let isKnown = true
  for (const isCreated of isCreationNamed ? [false, true] : [false]) {
    const found = groups.map((group) => hasCase(group, isCreated, effort))
    if (!found.includes(false)) {
      if (!found.includes(undefined)) return true
      isKnown = false
    }
  }
  return isKnown ? false : undefined
}
