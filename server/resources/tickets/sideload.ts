/** Records that come along with tickets when `include` asks for them: siblings of the list, or members of each ticket. @source conventions.md §5 */
import { allowsScope } from '../../auth/scopes.ts'
import type { Context } from '../../context.ts'
import { included } from '../../http/envelope.ts'
import { wireTimeOrNull } from '../../lib/clock.ts'
import { presentBrand } from '../brands/present.ts'
import { findBrands } from '../brands/store.ts'
import { presentGroup } from '../groups/present.ts'
import { findGroups } from '../groups/store.ts'
import { presentOrganization } from '../organizations/present.ts'
import { findOrganizations } from '../organizations/store.ts'
import { lastAudits } from '../ticket_audits/store.ts'
import { presentAudits } from '../ticket_audits/present.ts'
import { presentUser } from '../users/present.ts'
import { findUsers } from '../users/store.ts'
import { incidentCounts, type ListedTicket } from './list.ts'

type Sibling = (ctx: Context, rows: readonly ListedTicket[]) => Promise<unknown[]>

const unique = (ids: readonly (number | null)[]) => [...new Set(ids)].filter((id): id is number => id !== null && id > 0)

const SIBLINGS: Readonly<Record<string, Sibling>> = {
  users: async (ctx, rows) => {
    const ids = rows.flatMap((row) => [row.requester_id, row.submitter_id, row.assignee_id, ...row.email_cc_ids, ...row.follower_ids])
    return (await findUsers(ctx, unique(ids))).map((row) => presentUser(ctx, row))
  },
  groups: async (ctx, rows) => (await findGroups(ctx, unique(rows.map((row) => row.group_id)))).map((row) => presentGroup(ctx, row)),
  organizations: async (ctx, rows) =>
    (await findOrganizations(ctx, unique(rows.map((row) => row.organization_id)))).map((row) => presentOrganization(ctx, row)),
  brands: async (ctx, rows) => (await findBrands(ctx, unique(rows.map((row) => row.brand_id)))).map((row) => presentBrand(ctx, row)),
  last_audits: async (ctx, rows) => presentAudits(ctx, await lastAudits(ctx, unique(rows.map((row) => row.id)))),
}

/** Audits need the global scope `read`, side-loaded or not. @source auth.md §4 Scopes */
const maySee = (ctx: Context, name: string) =>
  name !== 'last_audits' || ctx.auth.scopes === null || allowsScope(ctx.auth.scopes, '', 'read')

/** Side-loaded lists by name, each record once. Names nobody knows are left out. */
export async function ticketSiblings(
  ctx: Context,
  include: string | undefined,
  rows: readonly ListedTicket[],
): Promise<Record<string, unknown[]>> {
  const names = [...included(include)].filter((name) => Object.hasOwn(SIBLINGS, name) && maySee(ctx, name))
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await (SIBLINGS[name] as Sibling)(ctx, rows)] as const)))
}

/** What `include` adds to each ticket itself, by the ticket's id. */
export async function ticketExtras(
  ctx: Context,
  include: string | undefined,
  rows: readonly ListedTicket[],
): Promise<(row: ListedTicket) => Record<string, unknown>> {
  const names = included(include)
  if (names.size === 0) return () => ({})
  const incidents = names.has('incident_counts')
    ? await incidentCounts(
        ctx,
        rows.map((row) => row.id),
      )
    : null
  return (row) => ({
    ...(names.has('comment_count') ? { comment_count: row.comment_count } : {}),
    ...(incidents === null ? {} : { incident_count: incidents.get(row.id) ?? 0 }),
    ...(names.has('dates') ? { dates: dates(row) } : {}),
  })
}

function dates(row: ListedTicket): Record<string, unknown> {
  const {
    assignee_updated_at,
    requester_updated_at,
    status_updated_at,
    initially_assigned_at,
    assigned_at,
    solved_at,
    latest_comment_added_at,
  } = row
  const moments = {
    assignee_updated_at,
    requester_updated_at,
    status_updated_at,
    initially_assigned_at,
    assigned_at,
    solved_at,
    latest_comment_added_at,
  }
  return Object.fromEntries(Object.entries(moments).map(([name, at]) => [name, wireTimeOrNull(at)]))
}
