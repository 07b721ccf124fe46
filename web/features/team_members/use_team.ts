import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '#features/access_duties/public.ts'
import { providerLinksQuery } from './queries.ts'
import { membersOf } from './member.ts'

/** The staff and their links in one query: the acts allowed on a member depend on both. */
export function useTeam() {
  const staff = useQuery(staffQuery)
  const links = useQuery(providerLinksQuery)
  const data = staff.data && links.data && membersOf(staff.data, links.data)
  const refetch = () => Promise.all([staff, links].filter(({ error }) => error !== null).map((query) => query.refetch()))
  return { data, error: staff.error ?? links.error, refetch }
}
