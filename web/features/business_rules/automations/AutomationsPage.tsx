// The list of automations.
// Does not belong here: one automation (AutomationPage.tsx), the page of a list itself (../rules/RuleListPage.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { RuleListPage } from '../rules/RuleListPage.tsx'
import { parseRuleSearch } from '../rules/search.ts'

/** The page at `paths.automations`. @source docs/reference/business_rules.md §2 */
export function AutomationsPage() {
  const search = useSearch({ from: `/frame${paths.automations}` })
  const navigate = useNavigate({ from: paths.automations })
  return (
    <RuleListPage
      kind="automations"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: parseRuleSearch({ ...next }), replace })}
    />
  )
}
