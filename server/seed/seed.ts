// AN INSTANCE THAT LOOKS ALIVE: an invented company with its customers and what they have written to each other, for trying things out,
// and any number of tickets like them for measuring. Not here: what a fresh instance holds (accounts/fresh.ts).
import type { Context } from '../context.ts'
import { AccountError } from '../accounts/create.ts'
import type { Database } from '../db/client.ts'
import { addSeconds, stopwatch } from '../lib/clock.ts'
import { findOrganizationClashes } from '../modules/people/organizations/store.ts'
import { FIRMS } from './company.ts'
import { asAt, getActor } from './context.ts'
import { foundCompany } from './found.ts'
import { holdingsOf } from './guard_store.ts'
import { multiply } from './multiply.ts'
import { writeStory } from './story.ts'
import { performStory } from './perform.ts'

/** What is to be made. */
export interface SeedOptions {
  readonly random: number
  readonly tickets: number
  readonly force: boolean
}

/** What was made, and in how many milliseconds. */
export interface Seeded {
  readonly tickets: number
  readonly told: number
  readonly story_ms: number
  readonly copies_ms: number
}

/** Tickets that are told act by act; more are made like them. */
export const STORY_TICKETS = 300
/** The company is as old as this before its first ticket. */
const OLDER_SECONDS = 97 * 24 * 3600

/** Fills an instance. @throws AccountError when it holds what others have made, or the company already */
export async function seed(database: Database, ctx: Context, { random, tickets, force }: SeedOptions): Promise<Seeded> {
  await requireRoom(ctx, force)
  const started = stopwatch()
  const owner = await getActor(ctx, ctx.account.owner_id)
  const company = await foundCompany(asAt(ctx, owner, addSeconds(ctx.now, -OLDER_SECONDS)))
  await ctx.services.cache.settled()
  const told = await performStory(ctx, company, writeStory(random, ctx.now, Math.min(tickets, STORY_TICKETS)))
  const story_ms = stopwatch() - started
  if (tickets > told) await multiply(database, ctx, tickets - told, random)
  return { tickets: Math.max(tickets, told), told, story_ms, copies_ms: stopwatch() - started - story_ms }
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
