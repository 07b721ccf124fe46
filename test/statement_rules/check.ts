/**
 * Checks each statement that a test sends, once in a process, before it runs. Not here: the rules, in rules.ts, and what is excepted from
 * them, in exceptions.ts.
 */
import type { StatementCheck } from '#db/db.ts'
import type { Catalogue } from './catalogue.ts'
import { collapseBlanks, findDefinitions } from './definition.ts'
import { EXCEPTIONS } from './exceptions.ts'
import { checkText, RULES, type Violation } from './rules.ts'

/** What the rules say of a text, without what is excepted. */
export function findViolations(text: string, catalogue: Catalogue): readonly Violation[] {
  const found = checkText(text, catalogue)
  if (found.length === 0) return found
  const plain = collapseBlanks(text)
  const excepted = new Set(EXCEPTIONS.filter(({ part }) => plain.includes(part)).flatMap(({ rules }) => rules))
  return found.filter(({ rule }) => !excepted.has(rule))
}

/** Says where a statement is and what is wrong with it. */
export function describeViolations(text: string, violations: readonly Violation[]): string {
  const lines = violations.map(({ rule, fault }) => `  ${rule} (${RULES[rule]}): ${fault}`)
  const files = findDefinitions(text).join(', ')
  return [`A statement of ${files === '' ? 'no known file' : files} breaks the rules of statements:`, ...lines, text].join('\n')
}

/** Makes the check. What it throws is a bug of ours. */
export function makeStatementCheck(catalogue: Catalogue): StatementCheck {
  const passed = new Set<string>()
  return (text) => {
    if (passed.has(text)) return
    const violations = findViolations(text, catalogue)
    if (violations.length > 0) throw new Error(describeViolations(text, violations))
    passed.add(text)
  }
}
