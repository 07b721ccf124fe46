/** Reads and changes duties and managers. */
import { requireInPerson } from '#auth/in_person.ts'
import { isStaff, requirePermission } from '#permissions/permissions.ts'
import { actorsTopic, readActor } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, refuseInvalid, orNotFound } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { lockVisibleUser } from '#modules/people/users/list_store.ts'
import { checkDuties, checkManager, DUTIES } from './check.ts'
import type { AccessPersonInput } from './schema.ts'
import { type AccessPersonRow, findAccessPerson, saveAccessPerson } from './store.ts'
import { isOneOf } from '#lib/objects.ts'

/** A person's duties and manager. End users see only their own. @throws Forbidden @throws NotFound */
export async function readAccessPerson(ctx: Context, userId: number): Promise<AccessPersonRow> {
  if (!isStaff(ctx) && userId !== ctx.actor.id) throw new Forbidden()
  return getAccessPerson(ctx, userId)
}

/**
 * Assigns duties and a manager to a person; absent members stay unchanged. Effective with the next call. A job mails them the requests that
 * wait for them now, and moves pending approvals from the former manager to the new one.
 * @throws Forbidden for anyone but administrators acting in person
 * @throws NotFound for an unknown user
 * @throws RecordInvalid for duties an end user cannot have, and for a manager who is not staff or is the person themselves
 * @source docs/reference/access_governance.md §1.1
 */
export async function changeAccessPerson(ctx: Context, userId: number, given: AccessPersonInput): Promise<AccessPersonRow> {
  requirePermission(ctx, 'access_person.manage')
  requireInPerson(ctx)
  return inTransaction(ctx, async (tx) => {
    await lockVisibleUser(tx, userId)
    const before = await getAccessPerson(tx, userId)
    const duties = given.duties === undefined ? before.duties : [...new Set(given.duties)].sort()
    const manager_id = given.manager_id === undefined ? before.manager_id : given.manager_id
    const changesManager = manager_id !== before.manager_id
    const manager = manager_id === null || !changesManager ? undefined : (await readActor(tx, manager_id))?.actor
    refuseInvalid({ ...checkDuties(duties, before.role), ...(changesManager ? checkManager(userId, manager_id, manager) : {}) })
    const change_description = differences(before, { duties, manager_id }, manager?.name)
    if (change_description === '') return before
    await saveAccessPerson(tx, { user_id: userId, manager_id, duties: duties.filter((duty) => isOneOf(DUTIES, duty)) })
    await recordAudit(tx, {
      action: 'update',
      source_type: 'access_person',
      source_id: userId,
      source_label: before.name,
      change_description,
      details: { before: { duties: before.duties, manager_id: before.manager_id }, after: { duties, manager_id } },
    })
    await enqueue(tx, 'follow_access_part', {
      user_id: userId,
      gained: waitingFor(duties, before.duties),
      lost: waitingFor(before.duties, duties),
      ...(changesManager && before.manager_id !== null && manager_id !== null
        ? { manager: { from: before.manager_id, to: manager_id } }
        : {}),
    })
    const after = await getAccessPerson(tx, userId)
    await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
    return after
  })
}

/** The waiting lists of access requests that belong to `duties` but not to `others`. */
function waitingFor(duties: readonly string[], others: readonly string[]): string[] {
  const lists = { provisioner: 'to_review', engineer: 'to_issue' }
  return Object.entries(lists).flatMap(([duty, list]) => (duties.includes(duty) && !others.includes(duty) ? [list] : []))
}

async function getAccessPerson(ctx: Context, userId: number): Promise<AccessPersonRow> {
  return orNotFound(await findAccessPerson(ctx, userId))
}

type Part = { readonly duties: readonly string[]; readonly manager_id: number | null }

function differences(before: Part, after: Part, managerName: string | undefined): string {
  const words = (duties: readonly string[]) => (duties.length === 0 ? 'none' : duties.toSorted().join(', '))
  const sentences: string[] = []
  if (words(before.duties) !== words(after.duties)) sentences.push(`Duties changed from ${words(before.duties)} to ${words(after.duties)}`)
  if (before.manager_id !== after.manager_id) sentences.push(`Manager changed to ${managerName ?? 'none'}`)
  return sentences.join('. ')
}
