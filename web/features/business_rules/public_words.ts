// What other features and the apps may use of business_rules.

export type { ConditionDefinition, RuleDefinitions, RuleValue } from './queries/rule_records.ts'
export { effectWords } from './rules/effect_words.ts'
export { type ConditionEntry, textOf } from './rules/entries.ts'
export { changeWords, COLLECTIONS, memberWords, type MemberWords, nameKey } from './rules/member_words.ts'
export { placeProblems } from './rules/problems.ts'
export { conditionsOf } from './rules/rule_draft.ts'
export { wordsWith } from './rules/words.ts'
