import { useParams } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { PolicyPage } from './PolicyPage.tsx'

/** The page at `paths.group_sla_policy`. */
export function GroupSlaPolicyPage() {
  const { id } = useParams({ from: `/frame${paths.group_sla_policy}` })
  return <PolicyPage kind="group_sla_policies" id={id} />
}
