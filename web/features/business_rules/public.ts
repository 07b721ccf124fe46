// What other features and the apps may use of business_rules.

export { definitionsQuery } from './queries/rules.ts'
export { ConditionRows } from './rules/ConditionRows.tsx'
export { MatchCount } from './rules/MatchCount.tsx'
export { NameFields } from './rules/NameFields.tsx'
export { RuleLink } from './rules/RuleLink.tsx'
export { parseCopySearch } from './rules/search.ts'
export { useRowOrder } from './rules/use_row_order.ts'
