import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from './queries.ts'
import type { Standing } from './rights.ts'
import { ownAccessQuery } from './own_access.ts'

/** What decides about the pages of the signed-in user; undefined until it is known. An administrator's duties open no page. */
export function useStanding(me: CurrentUser | undefined): Standing | undefined {
  const isAdmin = me?.role === 'admin'
  const { data: own, error } = useQuery({ ...ownAccessQuery, enabled: me !== undefined && me.id !== null && !isAdmin })
  if (me === undefined) return undefined
  if (isAdmin) return { role: me.role, duties: [] }
  // those that are known stay when asking again fails: the page that is open would close
  if (own !== undefined) return { role: me.role, duties: own.duties }
  // without them the pages that need one stay closed
  return error === null ? undefined : { role: me.role, duties: [] }
}
