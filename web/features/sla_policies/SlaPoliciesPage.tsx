import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { PolicyListPage } from './PolicyListPage.tsx'
import { parseListSearch } from '#kit/table/search.ts'

/** The page at `paths.sla_policies`. */
export function SlaPoliciesPage() {
  const search = useSearch({ from: `/frame${paths.sla_policies}` })
  const navigate = useNavigate({ from: paths.sla_policies })
  return (
    <PolicyListPage
      kind="sla_policies"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: parseListSearch({ ...next }), replace })}
    />
  )
}
