// Which pages a signed-in user may open, as data: what the API forbids is neither linked nor drawn. Pure.
// Does not belong here: enforcing it; the server does. What a page shows of a record: the record says which acts are allowed.

import { AGENT_PATH, paths } from '#lib/paths.ts'
import type { Duty } from './own_access.ts'

/** What decides about pages. */
export interface Standing {
  role: string
  /** The duties in access governance. */
  duties: readonly Duty[]
}

/** Agents and administrators. */
export const isStaff = ({ role }: Standing) => role === 'agent' || role === 'admin'
const isEngineer = (who: Standing) => isStaff(who) && who.duties.includes('engineer')
/** Staff, and end users who were invited to. @source docs/reference/access_governance.md §1.1 */
const mayFile = (who: Standing) => isStaff(who) || who.duties.includes('requester')
const isAdmin = ({ role }: Standing) => role === 'admin'

/** Who may open the pages at a path and below it; the first row that matches counts. */
const rows: readonly (readonly [path: string, may: (who: Standing) => boolean])[] = [
  [paths.api_tokens, (who) => isAdmin(who) || isEngineer(who)],
  [paths.admin, isAdmin],
  [paths.home, isStaff],
  [paths.access_requests, mayFile],
  [paths.new_secret, isStaff],
  [AGENT_PATH, isStaff],
]

/** Whether a user may open the page at an address. */
export function mayOpen(who: Standing, address: string): boolean {
  const row = rows.find(([path]) => address === path || address.startsWith(`${path}/`))
  return row === undefined || row[1](who)
}
