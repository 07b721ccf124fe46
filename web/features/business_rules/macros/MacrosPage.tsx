// The list of macros.
// Does not belong here: one macro (MacroPage.tsx), the page of a list itself (../rules/RuleListPage.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { RuleListPage } from '../rules/RuleListPage.tsx'
import { parseMacroSearch } from '../rules/search.ts'
import { MacroCategoryFilter } from './MacroCategoryFilter.tsx'

/** The page at `paths.macros`. @source docs/reference/business_rules.md §5.4 */
export function MacrosPage() {
  const search = useSearch({ from: `/frame${paths.macros}` })
  const navigate = useNavigate({ from: paths.macros })
  return (
    <RuleListPage
      kind="macros"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: parseMacroSearch({ ...next }), replace })}
      filters={
        <MacroCategoryFilter
          category={search.category}
          onChange={(category) => void navigate({ search: parseMacroSearch({ ...search, category, page: 1 }), replace: true })}
        />
      }
    />
  )
}
