/** Every statement on the pages that agents are asked to open. */
import type { Context } from '#core/context.ts'
import { defineStatement, defineLookup } from '#db/builder.ts'
import type { Timestamp } from '#lib/clock.ts'

/** What can be opened in the browser of an agent. */
export const DISPLAY_KINDS = ['ticket', 'user'] as const

/** A record to open. */
export interface DisplayedRecord {
  readonly kind: (typeof DISPLAY_KINDS)[number]
  readonly record_id: number
}

/** The record that an agent was last asked to open. */
export interface DisplayRow extends DisplayedRecord {
  readonly requested_at: Timestamp
}

const put =
  defineStatement<unknown>(`insert into agent_displays (account_id, agent_id, kind, record_id, requested_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, agent_id) do update set kind = $3, record_id = $4, requested_at = $5`)
const ofAgent = defineLookup<DisplayRow>('select kind, record_id, requested_at from agent_displays where account_id = $1 and agent_id = $2')

/** Replaces what an agent is asked to open. */
export async function putDisplay(ctx: Context, agentId: number, { kind, record_id }: DisplayedRecord): Promise<void> {
  await ctx.db.run(put(ctx.account.id, agentId, kind, record_id, ctx.now))
}

/** What the caller was last asked to open, however long ago. */
export function findOwnDisplay(ctx: Context): Promise<DisplayRow | undefined> {
  return ctx.db.first(ofAgent(ctx.account.id, ctx.actor.id))
}
