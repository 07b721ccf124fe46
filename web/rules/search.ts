import { type ListSearch, parseListSearch } from '../table/search.ts'

/** The search parameters of a list of rules. Defaults: active and inactive ones, all categories, "", page 1. */
export interface RuleSearch extends ListSearch {
  state?: 'active' | 'inactive'
  /** The id of a trigger category. */
  category?: number
}

/** Parses the search parameters; invalid ones are left out. */
export function parseRuleSearch(search: Record<string, unknown>): RuleSearch {
  const { state, category } = search
  return {
    ...(state === 'active' || state === 'inactive' ? { state } : {}),
    ...(typeof category === 'number' && Number.isSafeInteger(category) && category > 0 ? { category } : {}),
    ...parseListSearch(search),
  }
}

/** The search parameters of a form of a new rule: the rule whose copy it begins with. */
export function parseCopySearch({ copy_of }: Record<string, unknown>): { copy_of?: number } {
  return typeof copy_of === 'number' && Number.isSafeInteger(copy_of) && copy_of > 0 ? { copy_of } : {}
}
