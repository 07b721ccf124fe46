/**
 * What is wrong with the active rules of an account, as far as that can be shown. Pure. A finding is proven: a rule about which nothing is
 * said may still be wrong, for example where conditions on texts exclude each other.
 */
import type { RuleCatalogue } from '../facts.ts'
import { contradiction } from './contradictions.ts'
import { type Finding, finding, type KnownRule, knownRule, type ReportedRule } from './finding.ts'
import { mutual } from './mutual.ts'
import type { Effort } from './possible.ts'
import { shadowed } from './shadowed.ts'

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
      broken.push(finding('broken', [rule], sentences.join(' ')))
      continue
    }
    const known = knownRule(rule, catalogue)
    const found = contradiction(known, efforts.contradiction)
    if (found === undefined) sound.push(known)
    else contradicting.push(found)
  }
  const triggers = sound.filter(({ type }) => type === 'trigger')
  const never = [...unused].map(([rule, sentence]) => finding('unused', [rule], sentence))
  const findings = [
    ...broken,
    ...contradicting,
    ...shadowed(triggers, optionTags(catalogue), efforts.shadowed),
    ...mutual(triggers, efforts.mutual),
    ...never,
  ]
  return { findings, complete: Object.values(efforts).every(({ left }) => left > 0) }
}
