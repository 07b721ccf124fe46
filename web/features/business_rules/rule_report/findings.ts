// The findings of the report on rules: their kinds in words, and how they are filtered. Pure.

import type { RuleFinding } from '../queries/rule_report.ts'
import { isKeyOf } from '#lib/objects.ts'
import { type ListSearch, parseListSearch, withWords } from '#kit/table/search.ts'
import type { Tone } from '#kit/StatusTag.tsx'

/** The kinds in the order in which they matter. */
export const FINDINGS: Readonly<Record<RuleFinding['kind'], { label: string; tone: Tone }>> = {
  broken: { label: 'Broken', tone: 'warning' },
  contradiction: { label: 'Contradicting', tone: 'warning' },
  mutual: { label: 'Mutual', tone: 'warning' },
  shadowed: { label: 'Shadowed', tone: 'note' },
  unused: { label: 'Unused', tone: 'off' },
}

/** The search parameters of the report. Defaults: all kinds, "", page 1. */
export interface ReportSearch extends ListSearch {
  kind?: RuleFinding['kind']
}

/** Parses the search parameters; invalid ones are left out. */
export function parseReportSearch(search: Record<string, unknown>): ReportSearch {
  const { kind } = search
  return { ...(isKeyOf(FINDINGS, kind) ? { kind } : {}), ...parseListSearch(search) }
}

/** The findings that contain every word of the text in a title or the sentence. */
export function filterFindings(findings: readonly RuleFinding[], text: string): RuleFinding[] {
  return withWords(findings, text, ({ rules, sentence }) => [...rules.map(({ title }) => title), sentence])
}
