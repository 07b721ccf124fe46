import { requirePermission } from '#permissions/permissions.ts'
import { checkPassword } from '#auth/authenticate.ts'
import type { Context } from '#core/context.ts'
import { MissingParameter, RecordInvalid, orNotFound } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { moveIdentities, refreshUser } from '../user_identities/store.ts'
import { lockVisibleUser } from './list_store.ts'
import { addToOrganizations, copyOrganizations } from './membership_store.ts'
import { deactivate } from './remove.ts'
import { writeAndPublishUser } from '../user_events/publishing.ts'
import { moveAssetsOf } from './owned_store.ts'
import { saveUsers } from './save.ts'
import { getUser, type UserRow } from './store.ts'
import { countRelatedTickets, moveTickets } from './ticket_store.ts'
import { addressKey } from '#lib/text_forms.ts'

const MAX_TICKETS = 10_000

/** The user to keep: by id, or by address and password. */
export interface Winner {
  readonly id?: number | null
  readonly email?: string | null
  readonly password?: string | null
}

/**
 * Merges an end user (the loser) into another (the winner): tickets, ccs, identities and organizations move to the winner, who keeps
 * their own values; the loser becomes inactive.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/people.md §1.5
 */
export async function mergeUsers(ctx: Context, loserId: number, input: Winner): Promise<UserRow> {
  requirePermission(ctx, 'user.merge')
  const winnerId = await winnerIdOf(ctx, input)
  return saveUsers(ctx, async (tx) => {
    // locked in the order of their ids, so that concurrent merges of the same users wait instead of deadlocking
    const [first, second] = loserId < winnerId ? [loserId, winnerId] : [winnerId, loserId]
    const one = await lockVisibleUser(tx, first)
    const other = first === second ? one : await lockVisibleUser(tx, second)
    const [loser, winner] = one.id === loserId ? [one, other] : [other, one]
    await refuseImpossible(tx, loser, winner)
    await moveTickets(tx, loserId, winnerId)
    const move = () => moveParts(tx, loser, winner)
    const merged = { type: 'user.merged', event: { user: { id: String(winnerId) } } }
    await writeAndPublishUser(tx, winnerId, () => writeAndPublishUser(tx, loserId, move, [merged]))
    await recordAudit(tx, {
      action: 'update',
      source_type: 'user',
      source_id: winnerId,
      source_label: winner.name,
      change_description: `Merged with ${loser.name} (${loserId})`,
    })
    return getUser(tx, winnerId)
  })
}

/** Everything of the loser but tickets goes to the winner, and the loser becomes inactive. */
async function moveParts(tx: Context, loser: UserRow, winner: UserRow): Promise<void> {
  await moveIdentities(tx, loser.id, winner.id)
  await moveAssetsOf(tx, loser.id, winner.id)
  await copyOrganizations(tx, loser.id, winner.id)
  if (winner.organization_id !== null) await addToOrganizations(tx, winner.id, [winner.organization_id], winner.organization_id)
  await deactivate(tx, loser)
  await refreshUser(tx, winner.id)
}

async function winnerIdOf(ctx: Context, { id, email, password }: Winner): Promise<number> {
  if (id !== undefined && id !== null) return id
  if (!email) throw new MissingParameter('id')
  const at = { services: ctx.services, account: ctx.account, address: ctx.caller.ip_address }
  const known = orNotFound(await checkPassword(at, addressKey(email), password ?? ''))
  return known.actor.id
}

async function refuseImpossible(ctx: Context, loser: UserRow, winner: UserRow): Promise<void> {
  const refuse = (description: string) => {
    throw new RecordInvalid({ base: [{ description, error: 'InvalidValue' }] })
  }
  if (loser.id === winner.id) refuse('A user cannot be merged with themselves')
  if (loser.role !== 'end-user' || winner.role !== 'end-user') refuse('Only end users can be merged')
  if ((await countRelatedTickets(ctx, loser.id)).requested_tickets > MAX_TICKETS)
    refuse(`Users with more than ${MAX_TICKETS} requested tickets cannot be merged`)
}
