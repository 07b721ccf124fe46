import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { PolicyListPage } from './PolicyListPage.tsx'
import { parseListSearch } from '#kit/table/search.ts'

/** The page at `paths.group_sla_policies`. */
export function GroupSlaPoliciesPage() {
  const search = useSearch({ from: `/frame${paths.group_sla_policies}` })
  const navigate = useNavigate({ from: paths.group_sla_policies })
  return (
    <PolicyListPage
      kind="group_sla_policies"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: parseListSearch({ ...next }), replace })}
    />
  )
}
