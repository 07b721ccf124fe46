import { useSearch } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { AddPolicyPage } from './AddPolicyPage.tsx'

/** The page at `paths.new_sla_policy`: an empty form, or that of a copy. */
export function AddSlaPolicyPage() {
  const { copy_of } = useSearch({ from: `/frame${paths.new_sla_policy}` })
  return <AddPolicyPage kind="sla_policies" copy_of={copy_of} />
}
