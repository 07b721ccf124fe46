import { useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { AddPolicyPage } from './AddPolicyPage.tsx'

/** The page at `paths.new_group_sla_policy`: an empty form, or that of a copy. */
export function AddGroupSlaPolicyPage() {
  const { copy_of } = useSearch({ from: `/frame${paths.new_group_sla_policy}` })
  return <AddPolicyPage kind="group_sla_policies" copy_of={copy_of} />
}
