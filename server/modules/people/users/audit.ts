/** What the audit log records of a changed user: role and suspension; for staff also name, access and what they sign in with. */
import type { Context } from '#core/context.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import type { IdentityDraft } from '../user_identities/values.ts'
import type { Belonging } from './belonging.ts'
import type { UserChange, UserRow } from './store.ts'
import { keysOf } from '#lib/objects.ts'

type SignsInWith = Pick<IdentityDraft, 'type' | 'value' | 'verified'>

interface Changed {
  /** Members whose value changed. */
  readonly columns: UserChange
  readonly belonging: Belonging
  readonly added: readonly IdentityDraft[]
  /** All current identities of an end user who becomes staff: none of them was audited before. */
  readonly brought: readonly SignsInWith[]
  /** The primary address that the caller declared verified or unverified. */
  readonly vouching: { readonly address: string; readonly verified: boolean } | undefined
}

/** These are audited for staff, whose access and identity they decide, but not for end users. */
const AUDITED_STAFF_MEMBERS = {
  name: 'Name',
  moderator: 'Moderator',
  only_private_comments: 'Private comments only',
  ticket_restriction: 'Ticket restriction',
  custom_role_id: 'Custom role',
  organization_id: 'Organization',
  default_group_id: 'Default group',
  excluded_brand_ids: 'Brands not served',
} as const satisfies Partial<Record<keyof UserChange, string>>

/** Records that a staff user was created, and each identity besides the primary address. Nothing is recorded for end users. */
export async function auditCreation(tx: Context, row: UserRow, identities: readonly IdentityDraft[]): Promise<void> {
  if (row.role === 'end-user') return
  const source = { source_type: 'user', source_id: row.id, source_label: row.name }
  const details = { email: row.email, verified: row.verified }
  await recordAudit(tx, { action: 'create', ...source, change_description: `Created as ${row.role}`, details })
  const others = identities.filter(({ type, primary }) => type !== 'email' || !primary)
  for (const one of others) await recordAudit(tx, { action: 'update', ...source, change_description: `Added ${describeIdentity(one)}` })
}

const describeIdentity = ({ type, value, verified }: SignsInWith) => `${type} ${value}${verified ? ', verified' : ''}`

/** Records each of these changes of a user. @source docs/reference/access_governance.md §13 */
export async function auditChange(tx: Context, before: UserRow, changed: Changed): Promise<void> {
  const { role, suspended } = changed.columns
  const sentences = [
    ...(role === undefined ? [] : [`Role changed from ${before.role} to ${role}`]),
    ...(suspended === undefined ? [] : [suspended ? 'Suspended' : 'No longer suspended']),
    ...(before.role === 'end-user' && role === undefined ? [] : sentencesOfStaff(before, changed)),
  ]
  const source = { source_type: 'user', source_id: before.id, source_label: before.name }
  for (const change_description of sentences) await recordAudit(tx, { action: 'update', ...source, change_description })
}

function sentencesOfStaff(before: UserRow, { columns, belonging, added, brought: existing, vouching }: Changed): string[] {
  const isAdded = (one: SignsInWith) =>
    added.some(({ type, value }) => type === one.type && value.toLowerCase() === one.value.toLowerCase())
  const members = keysOf(AUDITED_STAFF_MEMBERS).filter((member) => columns[member] !== undefined)
  const formatValue = (value: unknown) => (value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value))
  const joined = belonging.groups.ids.length === 0 ? [] : [`Given the groups ${belonging.groups.ids.join(', ')}`]
  return [
    ...members.map(
      (member) => `${AUDITED_STAFF_MEMBERS[member]} changed from ${formatValue(before[member])} to ${formatValue(columns[member])}`,
    ),
    ...joined,
    ...existing.filter((one) => !isAdded(one)).map((one) => `Known by ${describeIdentity(one)}`),
    ...added.map((one) => `Added ${describeIdentity(one)}`),
    ...(vouching === undefined ? [] : [`${vouching.address} is ${vouching.verified ? 'verified' : 'no longer verified'}`]),
  ]
}
