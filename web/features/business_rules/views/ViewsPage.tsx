// The list of views.
// Does not belong here: one view (ViewPage.tsx), the page of a list itself (../rules/RuleListPage.tsx).

import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { RuleListPage } from '../rules/RuleListPage.tsx'
import { parseRuleSearch } from '../rules/search.ts'
import { InlineSelect } from '#kit/InlineSelect.tsx'

const audiences = [
  { value: '', label: 'Anyone' },
  { value: 'shared', label: 'Several agents' },
  { value: 'personal', label: 'Only me' },
] as const

/** The page at `paths.views`. @source docs/reference/business_rules.md §2 */
export function ViewsPage() {
  const search = useSearch({ from: `/frame${paths.views}` })
  const navigate = useNavigate({ from: paths.views })
  return (
    <RuleListPage
      kind="views"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: parseRuleSearch({ ...next }), replace })}
      filters={
        <InlineSelect
          label="For"
          options={audiences}
          value={search.access ?? ''}
          onChange={(access) => void navigate({ search: parseRuleSearch({ ...search, access, page: 1 }), replace: true })}
        />
      }
    />
  )
}
