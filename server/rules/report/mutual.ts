/**
 * Pairs of triggers that undo each other: what one sets, the other reacts to and sets back. They would go on without end; each fires at most
 * once in an update, so the last one decides. @source docs/reference/business_rules.md §5.1
 */
import { ensureDefined } from '#lib/defined.ts'
import { BLANK_TICKET, type RuleContext, type TicketFacts } from '../facts.ts'
import { caseOf, type Part } from './cases.ts'
import { type Finding, makeFinding, hold, type KnownRule } from './finding.ts'
import { memberSet, membersRead, membersSet } from './members.ts'
import { type Demand, type Effort, isPossible } from './possible.ts'

const { context } = caseOf(new Map())

function valueOf(ticket: TicketFacts, member: string): string {
  const members: Readonly<Record<string, unknown>> = { ...ticket, ...ticket.custom_fields }
  return JSON.stringify(members[member.replace(/^custom_fields\./, '')]) ?? ''
}

/** True if each of the two sets the member back to what it was before the other. */
function isFlip(one: KnownRule, other: KnownRule, member: string): boolean {
  const first = one.act(BLANK_TICKET, context)
  const second = other.act(first, context)
  const third = one.act(second, context)
  return valueOf(first, member) !== valueOf(second, member) && valueOf(second, member) !== valueOf(third, member)
}

/** Conditions whose values are not known may hold for both only if both have the same, and neither changes what they read. */
function mayBothHold(one: KnownRule, other: KnownRule): boolean {
  const listUnknownParts = ({ all, any }: KnownRule) => [...all, ...any].filter(({ domains }) => domains === null)
  const set = new Set([...membersSet(one), ...membersSet(other)])
  const parts = [...listUnknownParts(one), ...listUnknownParts(other)]
  if (parts.some((part) => membersRead(part).some((member) => set.has(member)))) return false
  const texts = new Map<string, string>()
  return parts.every(({ condition: { field }, text }) => {
    const before = texts.get(field)
    texts.set(field, text)
    return before === undefined || before === text
  })
}

const choices = (any: readonly Part[]): (readonly Part[])[] => (any.length === 0 ? [[]] : any.map((part) => [part]))

/** True if there is a ticket on which one fires, then the other, and then the first one's conditions hold again. */
function canAlternate(one: KnownRule, other: KnownRule, effort: Effort): boolean {
  const afterBoth = (ticket: TicketFacts, at: RuleContext) => other.act(one.act(ticket, at), at)
  return choices(one.any).some((first) =>
    choices(other.any).some((second) => {
      const own = [...one.all, ...first]
      const demands: Demand[] = [...hold(own), ...hold([...other.all, ...second], one.act), ...hold(own, afterBoth)]
      return isPossible(demands, effort) === true
    }),
  )
}

/** Rules that do the same to a member and ask the same of it. */
interface Alike {
  readonly rules: KnownRule[]
  readonly asked: readonly Part[]
  /** For tags: it only adds some, so that it undoes nothing. */
  readonly onlyAdds: boolean
}

/** The rules that set a member which they also read under "all", by that member, alike ones together. */
function alikeByMember(rules: readonly KnownRule[]): Map<string, Map<string, Alike>> {
  const found = new Map<string, Map<string, Alike>>()
  for (const rule of rules)
    for (const member of membersSet(rule)) {
      const asked = rule.all.filter((part) => membersRead(part).includes(member))
      if (asked.length === 0) continue
      const own = rule.actions.filter((action) => memberSet(action) === member)
      const name = JSON.stringify([asked.map(({ text }) => text), own])
      const groups = found.get(member) ?? new Map<string, Alike>()
      found.set(member, groups)
      const alike = groups.get(name) ?? { rules: [], asked, onlyAdds: own.every(({ field }) => field === 'current_tags') }
      groups.set(name, alike)
      alike.rules.push(rule)
    }
  return found
}

/** True if rules like these may undo each other: one sets the member back, and each reacts to what the other one sets. */
function mayUndo(one: Alike, other: Alike, member: string, effort: Effort): boolean {
  if (one.onlyAdds && other.onlyAdds) return false
  effort.left -= 1
  const first = ensureDefined(one.rules[0])
  const second = ensureDefined(other.rules[0])
  const reacts = (asked: readonly Part[], rule: KnownRule) => isPossible(hold(asked, rule.act), effort) !== false
  return isFlip(first, second, member) && reacts(one.asked, second) && reacts(other.asked, first)
}

function* pairsOf(groups: ReadonlyMap<string, Alike>, member: string, effort: Effort): Generator<readonly [KnownRule, KnownRule]> {
  const all = [...groups.values()]
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) {
      if (effort.left <= 0) return
      if (mayUndo(one, other, member, effort)) for (const first of one.rules) for (const second of other.rules) yield [first, second]
    }
}

/** The findings on triggers, each pair once. */
export function findMutualRules(rules: readonly KnownRule[], effort: Effort): Finding[] {
  const found = new Map<string, Finding>()
  for (const [member, groups] of alikeByMember(rules))
    for (const [one, other] of pairsOf(groups, member, effort)) {
      if (effort.left <= 0) break
      effort.left -= 1
      const key = [one.id, other.id].sort((a, b) => a - b).join(' ')
      if (found.has(key) || !mayBothHold(one, other)) continue
      if (canAlternate(one, other, effort) || canAlternate(other, one, effort))
        found.set(key, makeFinding('mutual', [one, other], sentenceOn(one, other, member)))
    }
  return [...found.values()]
}

function sentenceOn(one: KnownRule, other: KnownRule, member: string): string {
  return (
    `"${one.title}" and "${other.title}" undo each other: each sets ${member} to what the other one reacts to. ` +
    'Each fires once in an update, and the last one decides.'
  )
}
