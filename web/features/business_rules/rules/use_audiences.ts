import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../queries/groups.ts'
import { meQuery } from '#features/session/public.ts'
import type { ListedRule, Restriction } from '../queries/rule_records.ts'

/** Groups that are named before the others are counted. */
const MAX_NAMED = 3

/** Returns a function that says who a rule of a list is for. Groups are read if one of the rules is for some. */
export function useAudiences(rules: readonly ListedRule[]): (restriction: Restriction) => string {
  const { data: me } = useQuery(meQuery)
  const { data: groups = [] } = useQuery({ ...groupsQuery, enabled: rules.some(({ restriction }) => restriction?.type === 'Group') })
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  return (restriction) => {
    if (restriction === null) return 'All agents'
    if (restriction.type === 'User') return restriction.id === me?.id ? 'Only me' : 'One agent'
    const named = restriction.ids.slice(0, MAX_NAMED).map((id) => names.get(id) ?? `Group ${id}`)
    const more = restriction.ids.length - named.length
    return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`
  }
}
