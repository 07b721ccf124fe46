/** Asking the browser of an agent to open a ticket or the profile of a user, as a telephone system does when a call comes in. */
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { findVisibleUsers, getVisibleUser } from '#modules/people/users/list_store.ts'
import { findTickets } from '../tickets/list.ts'
import { getTicket } from '../tickets/store.ts'
import { type DisplayedRecord, type DisplayRow, findOwnDisplay, putDisplay } from './display_store.ts'

/** How long an agent is asked. A page that opens later than that would surprise them in another call. */
const OFFERED_SECONDS = 60
/** How long after it the dashboard of the agent asks often. */
const IN_USE_SECONDS = 86_400

/** What the caller is asked to open, with its subject or name. */
export interface Display extends DisplayRow {
  readonly title: string
}

/** @throws NotFound for a user who is no agent, or is deleted */
async function requireAgent(ctx: Context, agentId: number): Promise<void> {
  const agent = await getVisibleUser(ctx, agentId)
  if (agent.role === 'end-user' || !agent.active) throw new NotFound()
}

/**
 * Asks an agent to open a record that the caller can see, in place of what they were asked before.
 * @throws Forbidden @throws NotFound for a user who is no agent, and for a record that the caller cannot see
 * @source docs/reference/other.md §10
 */
export async function requestDisplay(ctx: Context, agentId: number, record: DisplayedRecord): Promise<void> {
  requirePermission(ctx, 'agent_display.manage')
  await inTransaction(ctx, async (tx) => {
    if (record.kind === 'ticket') await getTicket(tx, record.record_id)
    else await getVisibleUser(tx, record.record_id)
    await offerRecord(tx, agentId, record)
  })
}

/** The same for a record that the caller has just created, which they may not see. @throws Forbidden @throws NotFound for a user who is no agent */
export async function offerRecord(tx: Context, agentId: number, record: DisplayedRecord): Promise<void> {
  requirePermission(tx, 'agent_display.manage')
  await requireAgent(tx, agentId)
  await putDisplay(tx, agentId, record)
}

/** What the caller is asked to open now, and whether a telephone system has asked them within a day. */
export interface OwnDisplay {
  readonly display: Display | null
  readonly is_in_use: boolean
}

/** What the caller is asked to open now; nothing for a record that they cannot see. @throws Forbidden */
export async function readOwnDisplay(ctx: Context): Promise<OwnDisplay> {
  requirePermission(ctx, 'agent_display.manage')
  const row = await findOwnDisplay(ctx)
  if (row === undefined) return { display: null, is_in_use: false }
  const isWithin = (seconds: number) => Date.parse(row.requested_at) >= addSeconds(ctx.now, -seconds).getTime()
  const title = isWithin(OFFERED_SECONDS) ? await findTitle(ctx, row) : undefined
  return { display: title === undefined ? null : { ...row, title }, is_in_use: isWithin(IN_USE_SECONDS) }
}

async function findTitle(ctx: Context, { kind, record_id }: DisplayedRecord): Promise<string | undefined> {
  if (kind === 'user') return (await findVisibleUsers(ctx, [record_id]))[0]?.name
  const [ticket] = await findTickets(ctx, [record_id])
  return ticket === undefined ? undefined : (ticket.subject ?? '')
}
