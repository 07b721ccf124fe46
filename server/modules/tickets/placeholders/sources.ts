/** Where the parts of tickets are loaded from. Texts that are rendered side by side share them: nothing is read twice. */
import type { Context } from '#core/context.ts'
import { gatherLoads, type LoadByIds } from './gather_loads.ts'
import { findGroups, type GroupRow } from '#modules/people/groups/store.ts'
import { findOrganizations, type OrganizationRow } from '#modules/people/organizations/store.ts'
import { findUsers, type UserRow } from '#modules/people/users/store.ts'
import { findLatestComments, findNewestComments, type ShownComment } from './store.ts'

/** Older comments are not shown. */
export const MAX_COMMENTS = 100

/** Loads of records by their ids, and of the comments of tickets. */
export interface Sources {
  readonly users: LoadByIds<UserRow>
  readonly organizations: LoadByIds<OrganizationRow>
  readonly groups: LoadByIds<GroupRow>
  /** The newest comments of a ticket, newest first; only public ones with `onlyPublic`. */
  listComments(ticketId: number, onlyPublic: boolean): Promise<readonly ShownComment[]>
  /** The newest comment of a ticket and the newest public one, newest first: they may be one; only the public one with `onlyPublic`. */
  listLatest(ticketId: number, onlyPublic: boolean): Promise<readonly ShownComment[]>
}

const loadById =
  <Row extends { readonly id: number }>(find: (ids: readonly number[]) => Promise<Row[]>): LoadByIds<Row> =>
  async (ids) =>
    new Map((await find(ids)).map((row) => [row.id, row]))
const pickPublic = (comments: readonly ShownComment[]) => comments.filter((comment) => comment.public)

/** New sources: each record is loaded once, as it is when it is first asked for. */
export function makeSources(ctx: Context): Sources {
  const gather = <Row extends { readonly id: number }>(find: (ctx: Context, ids: readonly number[]) => Promise<Row[]>) =>
    gatherLoads(loadById((ids) => find(ctx, ids)))
  const comments = gatherLoads((ids) => findNewestComments(ctx, ids, false, MAX_COMMENTS))
  const publicComments = gatherLoads((ids) => findNewestComments(ctx, ids, true, MAX_COMMENTS))
  const latest = gatherLoads((ids) => findLatestComments(ctx, ids))
  return {
    users: gather(findUsers),
    organizations: gather(findOrganizations),
    groups: gather(findGroups),
    async listComments(ticketId, onlyPublic) {
      const newest = (await comments([ticketId])).get(ticketId) ?? []
      if (!onlyPublic) return newest
      if (newest.length < MAX_COMMENTS) return pickPublic(newest)
      return (await publicComments([ticketId])).get(ticketId) ?? []
    },
    async listLatest(ticketId, onlyPublic) {
      const newest = (await latest([ticketId])).get(ticketId) ?? []
      return onlyPublic ? pickPublic(newest) : newest
    },
  }
}
