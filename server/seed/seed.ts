// DEMO DATA: an invented company with its customers and their tickets, for trying things out,
// and any number of tickets like them for measuring. Not here: the contents of a fresh account (accounts/fresh.ts).
import type { Context } from '#core/context.ts'
import { AccountError } from '#accounts/create.ts'
import type { Database } from '#db/client.ts'
import { addSeconds, readStopwatch } from '#lib/clock.ts'
import { findOrganizationClashes } from '#modules/people/organizations/store.ts'
import { FIRMS } from './company.ts'
import { asAt, getActor } from './context.ts'
import { foundCompany } from './found.ts'
import { holdingsOf } from './guard_store.ts'
import { multiply } from './multiply.ts'
import { writeStory } from './story.ts'
import { performStory } from './perform.ts'

/** The options of a seed. */
export interface SeedOptions {
  readonly random: number
  readonly tickets: number
  readonly force: boolean
}

/** The numbers of tickets created, and the milliseconds it took. */
export interface Seeded {
  readonly tickets: number
  readonly told: number
  readonly story_ms: number
  readonly copies_ms: number
}

/** Tickets created act by act; more are copied from them. */
export const STORY_TICKETS = 300
/** The company is founded this long before now. */
const OLDER_SECONDS = 97 * 24 * 3600

/** Fills an account. @throws AccountError when it holds records made by others, or the company already */
export async function seed(database: Database, ctx: Context, { random, tickets, force }: SeedOptions): Promise<Seeded> {
  await requireRoom(ctx, force)
  const started = readStopwatch()
  const owner = await getActor(ctx, ctx.account.owner_id)
  const company = await foundCompany(asAt(ctx, owner, addSeconds(ctx.now, -OLDER_SECONDS)))
  await ctx.services.cache.settled()
  const story_tickets = await performStory(ctx, company, writeStory(random, ctx.now, Math.min(tickets, STORY_TICKETS)))
  const story_ms = readStopwatch() - started
  if (tickets > story_tickets) await multiply(database, ctx, tickets - story_tickets, random)
  return { tickets: Math.max(tickets, story_tickets), told: story_tickets, story_ms, copies_ms: readStopwatch() - started - story_ms }
}

async function requireRoom(ctx: Context, force: boolean): Promise<void> {
  const [first] = FIRMS
  if ((await findOrganizationClashes(ctx, { name: first?.name ?? '', external_id: null }, 0)).same_name)
    throw new AccountError(`Instance ${ctx.account.subdomain} has been seeded already. Drop it and make it anew to seed it again`)
  if (force) return
  const { tickets, users, organizations } = await holdingsOf(ctx)
  if (tickets + users + organizations > 0)
    throw new AccountError(
      `Instance ${ctx.account.subdomain} holds ${tickets} tickets, ${users} users and ${organizations} organizations of others. Use --force to seed it all the same`,
    )
}
