/**
 * What is wrong with the active rules of an account, as far as that can be shown. Pure. A finding is proven: a rule about which nothing is
 * said may still be wrong, for example where conditions on texts exclude each other.
 */
import type { RuleCatalogue } from '../facts.ts'
import { findContradiction } from './contradictions.ts'
import { type Finding, makeFinding, type KnownRule, toKnownRule, type ReportedRule } from './finding.ts'
import { findMutualRules } from './mutual.ts'
import type { Effort } from './possible.ts'
import { findShadowedRules } from './shadowed.ts'

/** The most cases that are tried for each kind of finding. */
const MAX_TRIED = 100_000

/** What a report is made from. `rules`: the active triggers in the order in which they run, then automations. */
export interface ReportInput {
  readonly rules: readonly ReportedRule[]
  readonly catalogue: RuleCatalogue
  /** Sentences on what a rule names that is gone; absent or empty for most. */
  readonly gone: ReadonlyMap<ReportedRule, readonly string[]>
  /** The rules that have not fired, each with a sentence. */
  readonly unused: ReadonlyMap<ReportedRule, string>
}

/** The findings. `complete` is false if there are too many rules to compare all. */
export interface Report {
  readonly findings: readonly Finding[]
  readonly complete: boolean
}

/** The tags that are options of custom fields. */
function optionTags({ ticket }: RuleCatalogue): ReadonlySet<string> {
  return new Set([...ticket.values()].flatMap((field) => field.options.map(({ value }) => value)))
}

const effort = (): Effort => ({ left: MAX_TRIED })

/** Makes the report. */
export function reportOn({ rules, catalogue, gone, unused }: ReportInput): Report {
  const efforts = { contradiction: effort(), shadowed: effort(), mutual: effort() }
  const broken: Finding[] = []
  const contradicting: Finding[] = []
  const sound: KnownRule[] = []
  for (const rule of rules) {
    const sentences = gone.get(rule) ?? []
    if (sentences.length > 0) {
      broken.push(makeFinding('broken', [rule], sentences.join(' ')))
      continue
    }
    const known = toKnownRule(rule, catalogue)
    const found = findContradiction(known, efforts.contradiction)
    if (found === undefined) sound.push(known)
    else contradicting.push(found)
  }
  const triggers = sound.filter(({ type }) => type === 'trigger')
  const never = [...unused].map(([rule, sentence]) => makeFinding('unused', [rule], sentence))
  const findings = [
    ...broken,
    ...contradicting,
    ...findShadowedRules(triggers, optionTags(catalogue), efforts.shadowed),
    ...findMutualRules(triggers, efforts.mutual),
    ...never,
  ]
  return { findings, complete: Object.values(efforts).every(({ left }) => left > 0) }
}
