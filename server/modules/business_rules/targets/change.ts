/** The acts on targets: create, change, remove. */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { seal } from '#auth/cipher.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkMovedTarget, checkTarget } from './check.ts'
import type { TargetInput } from './schema.ts'
import { targetPlace, targetSecrets } from './secrets.ts'
import { deleteTarget, getTarget, insertTarget, type TargetRow, updateSecrets, updateTarget } from './store.ts'
import { type MemberValue, TARGET_TYPES } from './types.ts'

type Members = Readonly<Record<string, MemberValue>>

const membersOf = (type: string) => (Object.hasOwn(TARGET_TYPES, type) ? (TARGET_TYPES[type] ?? []) : [])

/**
 * The members of a target as they would be saved: the value sent, else the stored one, else the fallback of its kind. A secret is returned
 * as null, so null leaves it as it is; an empty string removes it.
 */
function overlay(type: string, before: Members, input: TargetInput): Members {
  const overlayMember = (name: string, secret: boolean, otherwise: MemberValue) => {
    const value = input[name]
    return value === undefined || (secret && value === null) ? (before[name] ?? otherwise) : value
  }
  return Object.fromEntries(
    membersOf(type).map(({ name, fallback = null, secret = false }) => [name, overlayMember(name, secret, fallback)]),
  )
}

/** Splits members into readable settings and secrets to encrypt. */
function split(type: string, members: Members): { settings: Members; secrets: Members } {
  const isSecret = new Set(membersOf(type).flatMap(({ name, secret }) => (secret === true ? [name] : [])))
  const pick = (wanted: boolean) =>
    Object.fromEntries(
      Object.entries(members).filter(([name, value]) => isSecret.has(name) === wanted && (!wanted || (value !== null && value !== ''))),
    )
  return { settings: pick(false), secrets: pick(true) }
}

async function keep(tx: Context, id: number, secrets: Members): Promise<void> {
  const sealed = Object.keys(secrets).length === 0 ? null : seal(tx.services.pepper, JSON.stringify(secrets), targetPlace(tx, id))
  await updateSecrets(tx, id, sealed)
}

function audit(tx: Context, action: 'create' | 'update' | 'destroy', target: { id: number; title: string }, change_description: string) {
  return recordAudit(tx, { action, source_type: 'target', source_id: target.id, source_label: target.title, change_description })
}

/** Creates a target. @throws Forbidden @throws RecordInvalid @source docs/reference/other.md §1 */
export async function createTarget(ctx: Context, input: TargetInput): Promise<TargetRow> {
  requirePermission(ctx, 'target.manage')
  const type = (input.type ?? '').trim()
  const title = (input.title ?? '').trim()
  const members = overlay(type, {}, input)
  refuseInvalid(checkTarget({ type, title, members }))
  const { settings, secrets } = split(type, members)
  return inTransaction(ctx, async (tx) => {
    const id = await insertTarget(tx, { type, title, active: input.active ?? true, settings })
    await keep(tx, id, secrets)
    await audit(tx, 'create', { id, title }, `Created as ${type}`)
    return getTarget(tx, id)
  })
}

/** Changes a target. Its kind cannot change; a secret that is not sent stays, unless the target is moved to another host. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeTarget(ctx: Context, id: number, input: TargetInput): Promise<TargetRow> {
  requirePermission(ctx, 'target.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getTarget(tx, id)
    const { type } = before
    const title = (input.title ?? before.title).trim()
    const stored = { ...before.settings, ...targetSecrets(tx, before) }
    const members = overlay(type, stored, input)
    refuseInvalid({ ...checkTarget({ type, title, members }), ...checkMovedTarget(type, stored, members, input) })
    const { settings, secrets } = split(type, members)
    const active = input.active ?? before.active
    await updateTarget(tx, id, { type, title, active, settings })
    await keep(tx, id, secrets)
    await audit(tx, 'update', { id, title }, before.active === active ? 'Changed' : active ? 'Activated' : 'Deactivated')
    return getTarget(tx, id)
  })
}

/** Removes a target. @throws Forbidden @throws NotFound */
export async function removeTarget(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'target.manage')
  await inTransaction(ctx, async (tx) => {
    const before = await getTarget(tx, id)
    await deleteTarget(tx, id)
    await audit(tx, 'destroy', before, 'Deleted')
  })
}
