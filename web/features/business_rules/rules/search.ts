import type { Access } from '../queries/rules.ts'
import { type ListSearch, parseListSearch } from '#kit/table/search.ts'

/** The search parameters of a list of rules. Defaults: active and inactive ones, all categories, for anyone, "", page 1. */
export interface RuleSearch extends ListSearch {
  state?: 'active' | 'inactive'
  /** The id of a trigger category, or the name of a category of macros. */
  category?: number | string
  access?: Access
}

/** Parses the search parameters; invalid ones are left out. */
export function parseRuleSearch(search: Record<string, unknown>): RuleSearch & { category?: number } {
  const { category } = search
  const isId = typeof category === 'number' && Number.isSafeInteger(category) && category > 0
  return { ...(isId ? { category } : {}), ...parseOthers(search) }
}

/** The same of a list of macros, whose categories have names and no ids. */
export function parseMacroSearch(search: Record<string, unknown>): RuleSearch & { category?: string } {
  const { category } = search
  const isName = (typeof category === 'string' || typeof category === 'number') && category !== ''
  return { ...(isName ? { category: String(category) } : {}), ...parseOthers(search) }
}

function parseOthers(search: Record<string, unknown>): Omit<RuleSearch, 'category'> {
  const { state, access } = search
  return {
    ...(state === 'active' || state === 'inactive' ? { state } : {}),
    ...(access === 'personal' || access === 'shared' ? { access } : {}),
    ...parseListSearch(search),
  }
}

/** The search parameters of a form of a new rule: the rule whose copy it begins with. */
export function parseCopySearch({ copy_of }: Record<string, unknown>): { copy_of?: number } {
  return typeof copy_of === 'number' && Number.isSafeInteger(copy_of) && copy_of > 0 ? { copy_of } : {}
}
