import { useParams } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { PolicyPage } from './PolicyPage.tsx'

/** The page at `paths.sla_policy`. */
export function SlaPolicyPage() {
  const { id } = useParams({ from: `/frame${paths.sla_policy}` })
  return <PolicyPage kind="sla_policies" id={id} />
}
