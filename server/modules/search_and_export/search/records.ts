/** Search results as JSON: complete records of every type, and sideloaded lists. One statement for each type. */
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf, forEachOf } from '#lib/all_of.ts'
import { presentGroup } from '#modules/people/groups/present.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { presentWholeOrganizations } from '#modules/people/organizations/present.ts'
import { findOrganizations } from '#modules/people/organizations/store.ts'
import { findTickets } from '#modules/tickets/tickets/list.ts'
import { presentTicket } from '#modules/tickets/tickets/present.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { ticketExtras, ticketSiblings } from '#modules/tickets/tickets/sideload.ts'
import { findListed } from '#modules/people/users/list_store.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { sideLoad } from '#modules/people/users/side_load.ts'
import type { FoundRecord } from './schema.ts'
import type { Hit, Type } from './store.ts'

/** Records of one type by their ids, each with its `result_type`, and the lists sent along with them. `include` names those. */
interface Loaded {
  readonly records: readonly AnswerOf<typeof FoundRecord>[]
  readonly siblings: Record<string, unknown>
}
type Load = (ctx: Context, ids: readonly number[], include: string | undefined) => Promise<Loaded>

const LOADS: Readonly<Record<Type, Load>> = {
  async ticket(ctx, ids, include) {
    const rows = await findTickets(ctx, ids)
    const [setup, extras, siblings] = await allOf(
      () => ticketSetup(ctx),
      () => ticketExtras(ctx, include, rows),
      () => ticketSiblings(ctx, include, rows),
    )
    return { records: rows.map((row) => ({ ...presentTicket(ctx, row, setup), ...extras(row), result_type: 'ticket' })), siblings }
  },
  async user(ctx, ids, include) {
    const rows = await findListed(ctx, { ids })
    const users = await presentUsers(ctx, rows)
    return { records: users.map((user) => ({ ...user, result_type: 'user' })), siblings: await sideLoad(ctx, rows, include) }
  },
  async organization(ctx, ids) {
    const organizations = await presentWholeOrganizations(ctx, await findOrganizations(ctx, ids))
    return { records: organizations.map((organization) => ({ ...organization, result_type: 'organization' })), siblings: {} }
  },
  async group(ctx, ids) {
    const groups = await findGroups(ctx, ids)
    return { records: groups.map((row) => ({ ...presentGroup(ctx, row), result_type: 'group' })), siblings: {} }
  },
}

/** The records of hits, in their order; lists that several types bring hold each record once. */
export async function recordsOf(ctx: Context, hits: readonly Hit[], include: string | undefined): Promise<Loaded> {
  const byType = [...Map.groupBy(hits, (hit) => hit.type)]
  const found = new Map<string, AnswerOf<typeof FoundRecord>>()
  const siblings: Record<string, unknown> = {}
  const loads = await forEachOf(byType, ([type, some]) =>
    LOADS[type](
      ctx,
      some.map((hit) => hit.id),
      includedWith(include, type),
    ),
  )
  for (const loaded of loads) {
    for (const record of loaded.records) found.set(`${record.result_type} ${record.id}`, record)
    for (const [name, list] of Object.entries(loaded.siblings)) siblings[name] = mergeRecords(siblings[name], list)
  }
  const records = hits.map((hit) => found.get(`${hit.type} ${hit.id}`)).filter((record) => record !== undefined)
  return { records, siblings }
}

function mergeRecords(known: unknown, more: unknown): unknown {
  if (!Array.isArray(known) || !Array.isArray(more)) return more
  const ids = new Set(known.map((record: { id?: unknown }) => record.id))
  return [...known, ...more.filter((record: { id?: unknown }) => !ids.has(record.id))]
}

/**
 * The lists to sideload for a type: `tickets(users,groups)` is for tickets, a bare `users` for all types.
 * @source docs/reference/conventions.md §5
 */
function includedWith(include: string | undefined, type: Type): string | undefined {
  if (include === undefined || include === '') return undefined
  const nested = [...include.matchAll(/(\w+)\(([^)]*)\)/g)].filter(([, name]) => name === `${type}s` || name === type)
  const bare = include.replace(/\w+\([^)]*\)/g, '')
  return [...nested.map(([, , names]) => names), bare].join(',')
}
