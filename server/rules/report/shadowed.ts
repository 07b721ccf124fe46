/**
 * Triggers that can never fire because an earlier one always comes first: whenever the conditions of the later one hold, so do those of the
 * earlier one, which then changes the ticket so that a condition of the later one is false, and no other trigger can change that back.
 * @source docs/reference/business_rules.md §5.1
 */
import { asText } from '../argument.ts'
import type { ActionValue } from '../bound_action.ts'
import type { Condition } from '../condition.ts'
import type { Part } from './cases.ts'
import { type Finding, makeFinding, hold, inWords, type KnownRule } from './finding.ts'
import { changesByFollowing, mayChange, memberSet } from './members.ts'
import { type Demand, type Effort, isPossible } from './possible.ts'

/** What comparing two rules costs beside the cases that are tried: a case for so many pairs of their conditions, and one at least. */
const PAIRS_PER_CASE = 64
/** The most looks at a condition or an action of another rule. */
const MAX_LOOKS = 1_000_000
/** Members that keep what a rule sets: nothing that follows from the change overrides it. */
const KEPT = new Set(['status', 'type', 'priority', 'tags'])

function sharesVariable(one: Part, other: Part): boolean {
  return [...(one.domains?.keys() ?? [])].some((name) => other.domains?.has(name) === true)
}

/** Whether conditions imply others, each question answered once. */
class Implications {
  private readonly known = new Map<string, boolean>()
  private readonly effort: Effort

  constructor(effort: Effort) {
    this.effort = effort
  }

  /** True if a condition holds whenever these do. */
  follows(part: Part, from: readonly Part[]): boolean {
    if (from.some((one) => one.text === part.text)) return true
    if (part.domains === null) return false
    const near = from.filter((one) => sharesVariable(one, part))
    if (near.length === 0) return false
    const key = [part, ...near].map(({ text }) => text).join('\n')
    const found = this.known.get(key) ?? isPossible([...hold(near), { part, wanted: false }], this.effort) === false
    this.known.set(key, found)
    return found
  }

  /** True if the earlier rule's conditions hold whenever the later one's do. */
  isImplied(earlier: KnownRule, later: KnownRule): boolean {
    this.effort.left -= 1 + Math.floor((earlier.all.length * later.all.length) / PAIRS_PER_CASE)
    if (!earlier.all.every((part) => this.follows(part, later.all))) return false
    const { any } = earlier
    if (any.length === 0 || any.some((part) => this.follows(part, later.all))) return true
    return later.any.length > 0 && later.any.every((one) => any.some((part) => this.follows(part, [one])))
  }
}

/** Counts looks at other rules, and ends the search when they are too many. */
function makeLooks(effort: Effort): (count: number) => void {
  let left = MAX_LOOKS
  return (count) => {
    left -= count
    if (left <= 0) effort.left = 0
  }
}
type Looks = ReturnType<typeof makeLooks>

const textsOf = (rule: KnownRule) => new Set(rule.all.map(({ text }) => text))

/**
 * Finds the rules of which all conditions are conditions of another rule, too. Each is looked up by its rarest condition, so that not every
 * rule is compared with every other one.
 */
function withinOf(rules: readonly KnownRule[], effort: Effort, look: Looks): (later: KnownRule) => Iterable<KnownRule> {
  const counts = new Map<string, number>()
  for (const rule of rules) for (const text of textsOf(rule)) counts.set(text, (counts.get(text) ?? 0) + 1)
  const countOf = (text: string) => counts.get(text) ?? 0
  const plain = rules.filter(({ all, any }) => any.length === 0 && all.length > 0)
  const byRarest = Map.groupBy(plain, (rule) => [...textsOf(rule)].reduce((one, other) => (countOf(other) < countOf(one) ? other : one)))
  return function* (later) {
    const texts = textsOf(later)
    for (const text of texts)
      for (const rule of byRarest.get(text) ?? []) {
        if (effort.left <= 0) return
        look(rule.all.length)
        if (rule.all.every((part) => texts.has(part.text))) yield rule
      }
  }
}

/** The rules that may change a member, with what the search may still cost. */
interface ChangersAmong {
  readonly rules: readonly KnownRule[]
  readonly effort: Effort
  readonly look: Looks
}

/** What the triggers that can change a member do to a condition on it. */
interface Changers {
  /** Those after which it is false, whatever the ticket was before, in the order in which they run. */
  readonly ending: ReadonlySet<KnownRule>
  /** Those that can make it true. */
  readonly restoring: readonly KnownRule[]
}

function changersOf(part: Part, member: string, { rules, effort, look }: ChangersAmong): Changers {
  const known = new Map<string, { readonly ends: boolean; readonly restores: boolean }>()
  const ending = new Set<KnownRule>()
  const restoring: KnownRule[] = []
  for (const rule of rules) {
    if (effort.left <= 0) break
    look(rule.actions.length)
    const own = JSON.stringify(rule.actions.filter((action) => memberSet(action) === member))
    const isUnsure = changesByFollowing(rule, member)
    const key = isUnsure ? 'follows' : own
    const met: Demand = { part, wanted: true, after: rule.act }
    const found = known.get(key) ?? {
      ends: !isUnsure && isPossible([met], effort) === false,
      restores: isUnsure || isPossible([{ part, wanted: false }, met], effort) !== false,
    }
    known.set(key, found)
    if (found.ends) ending.add(rule)
    if (found.restores) restoring.push(rule)
  }
  return { ending, restoring }
}

const tagsIn = (value: Condition['value'] | ActionValue) =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => (asText(one) ?? '').toLowerCase().split(/\s+/)).filter(Boolean)

/** Tag → the rules that add or remove it; '' → those that may change any tag. */
function byTag(rules: readonly KnownRule[]): Map<string, Set<KnownRule>> {
  const found = new Map<string, Set<KnownRule>>([['', new Set()]])
  for (const rule of rules)
    for (const action of rule.actions) {
      const member = memberSet(action)
      const some = member === 'tags' && action.field !== 'set_tags' ? tagsIn(action.value) : ['']
      if (member === 'tags' || member?.startsWith('custom_fields.') === true)
        for (const tag of some) found.set(tag, (found.get(tag) ?? new Set()).add(rule))
    }
  return found
}

/** Finds the rules that may change what a condition on a member reads. */
function makeChangeFinder(
  rules: readonly KnownRule[],
  positions: ReadonlyMap<KnownRule, number>,
): (part: Part, member: string) => readonly KnownRule[] {
  const ofMember = new Map([...KEPT].map((member) => [member, rules.filter((rule) => mayChange(rule, member))]))
  const ofTag = byTag(rules)
  const place = (rule: KnownRule) => positions.get(rule) ?? 0
  const inOrder = (some: ReadonlySet<KnownRule>) => [...some].sort((one, other) => place(one) - place(other))
  return (part, member) => {
    if (member !== 'tags') return ofMember.get(member) ?? []
    return inOrder(new Set(['', ...tagsIn(part.condition.value)].flatMap((tag) => [...(ofTag.get(tag) ?? [])])))
  }
}

/** The condition's one member, if what rules set it to stays. A tag of an option goes with its field. */
function keptMember(part: Part, optionTags: ReadonlySet<string>): string | undefined {
  const [member, ...others] = part.predicate.reads
  if (member === undefined || others.length > 0 || part.domains === null || !KEPT.has(member)) return undefined
  return member === 'tags' && tagsIn(part.condition.value).some((tag) => optionTags.has(tag)) ? undefined : member
}

/** The findings on triggers, given in the order in which they run. `optionTags`: tags that custom fields couple with their values. */
export function findShadowedRules(rules: readonly KnownRule[], optionTags: ReadonlySet<string>, effort: Effort): Finding[] {
  const positions = new Map(rules.map((rule, position) => [rule, position]))
  const find = makeChangeFinder(rules, positions)
  const look = makeLooks(effort)
  const findWithin = withinOf(rules, effort, look)
  const implications = new Implications(effort)
  const known = new Map<string, Changers>()
  const changers = (part: Part, member: string) => {
    const found = known.get(part.text) ?? changersOf(part, member, { rules: find(part, member), effort, look })
    known.set(part.text, found)
    return found
  }
  const shadowOf = (later: KnownRule, position: number, part: Part): KnownRule | undefined => {
    const member = keptMember(part, optionTags)
    if (member === undefined) return undefined
    const { ending, restoring } = changers(part, member)
    // what was found before the search ended may lack a rule that changes the condition back
    if (effort.left <= 0 || ending.size === 0 || restoring.some((rule) => rule !== later)) return undefined
    const isBefore = (rule: KnownRule) => (positions.get(rule) ?? 0) < position
    for (const rule of findWithin(later)) if (ending.has(rule) && isBefore(rule)) return rule
    for (const rule of ending) {
      if (effort.left <= 0 || !isBefore(rule)) break
      if (implications.isImplied(rule, later)) return rule
    }
    return undefined
  }
  return rules.flatMap((later, position) => {
    for (const part of later.all) {
      if (effort.left <= 0) break
      const earlier = shadowOf(later, position, part)
      if (earlier !== undefined) return [makeFinding('shadowed', [later, earlier], sentenceOn(later, earlier, part))]
    }
    return []
  })
}

function sentenceOn(later: KnownRule, earlier: KnownRule, part: Part): string {
  return (
    `"${later.title}" never fires: "${earlier.title}" fires before it whenever its conditions hold, and changes the ticket ` +
    `so that ${inWords(part)} is false.`
  )
}
