/** Rules whose own conditions exclude each other. */
import { formatList } from '#lib/lists.ts'
import type { Part } from './cases.ts'
import { type Finding, makeFinding, hold, inWords, type KnownRule } from './finding.ts'
import { type Effort, isPossible } from './possible.ts'

/** The conditions to name: one that is never true, two that exclude each other, or all. */
function culprits(parts: readonly Part[], effort: Effort): readonly Part[] {
  const isImpossible = (some: readonly Part[]) => isPossible(hold(some), effort) === false
  for (const part of parts) if (isImpossible([part])) return [part]
  for (const [index, one] of parts.entries())
    for (const other of parts.slice(index + 1)) {
      if (effort.left <= 0) return parts
      if (isImpossible([one, other])) return [one, other]
    }
  return parts
}

function sentenceOn(parts: readonly Part[]): string {
  const words = parts.map(inWords)
  if (words.length === 1) return `The condition ${words[0]} is never true, so the rule never fires.`
  return `The conditions ${formatList(words)} exclude each other, so the rule never fires.`
}

/** The finding on a rule that can never fire; undefined if it can. */
export function findContradiction(rule: KnownRule, effort: Effort): Finding | undefined {
  if (effort.left <= 0) return undefined
  const { all, any } = rule
  if (isPossible(hold(all), effort) === false) return makeFinding('contradiction', [rule], sentenceOn(culprits(all, effort)))
  if (any.length === 0 || any.some((one) => isPossible(hold([...all, one]), effort) !== false)) return undefined
  const sentence = 'None of the conditions under "any" can be true together with those under "all", so the rule never fires.'
  return makeFinding('contradiction', [rule], sentence)
}
