/** The acts that remove a user: deletion, and afterwards, on request, permanent deletion of personal data. */
import { requirePermission } from '#permissions/permissions.ts'
import { closeSessions } from '#auth/sessions.ts'
import type { Context } from '#core/context.ts'
import { RecordInvalid } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { removeUploadsOf } from '#modules/common/uploads/acts.ts'
import { deleteIdentitiesOf } from '../user_identities/store.ts'
import { deletePrivateRecordsOf } from './owned_store.ts'
import { getVisibleUser, lockVisibleUser } from './list_store.ts'
import { removeFromGroups, removeFromOtherOrganizations } from './membership_store.ts'
import { removePhoto } from './photo.ts'
import { writeAndPublishUser } from '../user_events/publishing.ts'
import { saveUsers } from './save.ts'
import { deleteOAuthTokensOf, updatePasswordHash, updateUser, type UserRow } from './store.ts'
import { countUnclosedRequests, holdEffectsOf, removeSentTexts, unassignTickets } from './ticket_store.ts'

/**
 * Deletes a user: they stay findable as inactive, their addresses are free, their sessions and access tokens end, and an agent's tickets
 * are unassigned. The owner, the caller and requesters of unclosed tickets cannot be deleted. A deleted user is returned unchanged.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/people.md §1.1, §1.2
 */
export async function removeUser(ctx: Context, id: number): Promise<UserRow> {
  requirePermission(ctx, 'user.delete')
  return saveUsers(ctx, async (tx) => {
    const before = await lockVisibleUser(tx, id, { deleted: 'too' })
    if (!before.active) return before
    if (id === ctx.account.owner_id)
      throw new RecordInvalid({ base: [{ description: "The account's owner cannot be deleted", error: 'InvalidValue' }] })
    if (id === ctx.actor.id) throw new RecordInvalid({ base: [{ description: 'You cannot delete yourself', error: 'InvalidValue' }] })
    const unclosed = await countUnclosedRequests(tx, id)
    const sentence = `User is requester on ${unclosed} ticket(s) that are not closed.`
    if (unclosed > 0) throw new RecordInvalid({ base: [{ type: sentence, description: `Base ${sentence}` }] })
    const after = await writeAndPublishUser(tx, id, () => deactivate(tx, before), [{ type: 'user.deleted', event: {} }])
    await recordAudit(tx, {
      action: 'destroy',
      source_type: 'user',
      source_id: id,
      source_label: before.name,
      change_description: 'Deleted',
    })
    return after
  })
}

/** Makes a user inactive, and ends their memberships, identities, tokens, sessions and password. */
export async function deactivate(tx: Context, before: UserRow): Promise<UserRow> {
  const { id } = before
  if (before.role !== 'end-user') {
    await unassignTickets(tx, id)
    await enqueue(tx, 'follow_access_part', { user_id: id, lost: ['to_approve', 'to_review', 'to_issue'] })
  }
  await removeFromGroups(tx, id)
  await removeFromOtherOrganizations(tx, id, [])
  await deleteIdentitiesOf(tx, id)
  await deleteOAuthTokensOf(tx, id)
  await closeSessions(tx, id)
  await updatePasswordHash(tx, id, null)
  return updateUser(tx, id, { active: false, default_group_id: null })
}

/**
 * Removes the personal data of a deleted user permanently; tickets keep referring to the user by id.
 * @throws Forbidden @throws NotFound unless the user is deleted
 * @source docs/reference/people.md §1.6
 */
export async function deleteUserPermanently(ctx: Context, id: number): Promise<UserRow> {
  requirePermission(ctx, 'user.delete')
  return saveUsers(ctx, async (tx) => {
    const before = await getVisibleUser(tx, id, 'only')
    await holdEffectsOf(tx, id)
    await removePhoto(tx, id)
    await removeUploadsOf(tx, id)
    await deletePrivateRecordsOf(tx, id)
    await removeSentTexts(tx, id)
    const nothing = {
      email: null,
      phone: null,
      shared_phone_number: null,
      external_id: null,
      alias: null,
      signature: null,
      details: null,
      notes: null,
      last_login_at: null,
    }
    const after = await updateUser(tx, id, {
      ...nothing,
      name: 'Permanently Deleted User',
      verified: false,
      tags: [],
      user_fields: {},
      permanently_deleted: true,
    })
    await recordAudit(tx, {
      action: 'destroy',
      source_type: 'user',
      source_id: id,
      source_label: String(before.id),
      change_description: 'Deleted permanently',
    })
    return after
  })
}
