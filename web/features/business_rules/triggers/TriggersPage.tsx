// The list of triggers.
// Does not belong here: one trigger (TriggerPage.tsx), the page of a list itself (../rules/RuleListPage.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { RuleListPage } from '../rules/RuleListPage.tsx'
import { parseRuleSearch } from '../rules/search.ts'
import { CategoryFilter } from './CategoryFilter.tsx'

/** The page at `paths.triggers`. @source docs/reference/business_rules.md §2 */
export function TriggersPage() {
  const search = useSearch({ from: `/frame${paths.triggers}` })
  const navigate = useNavigate({ from: paths.triggers })
  return (
    <RuleListPage
      kind="triggers"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: parseRuleSearch({ ...next }), replace })}
      filters={
        <CategoryFilter
          category={search.category}
          onChange={(category) => void navigate({ search: parseRuleSearch({ ...search, category, page: 1 }), replace: true })}
        />
      }
    />
  )
}
