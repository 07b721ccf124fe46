/** What the audit log keeps of a changed user: his role and standing, and of staff also the name, the reach and what they sign in with. */
import type { Context } from '../../context.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import type { IdentityDraft } from '../user_identities/values.ts'
import type { Belonging } from './belonging.ts'
import type { UserChange, UserRow } from './store.ts'

interface Changed {
  /** Members whose value is another one now. */
  readonly columns: UserChange
  readonly belonging: Belonging
  readonly added: readonly IdentityDraft[]
}

/** Of staff these decide what they see and how they are known; of end users they are everyday work. */
const OF_STAFF: Readonly<Record<string, string>> = {
  name: 'Name',
  moderator: 'Moderator',
  only_private_comments: 'Private comments only',
  ticket_restriction: 'Ticket restriction',
  custom_role_id: 'Custom role',
  organization_id: 'Organization',
  default_group_id: 'Default group',
}

/** Records each of these changes of a user. @source issue "Access, governed" 6 */
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

function sentencesOfStaff(before: UserRow, { columns, belonging, added }: Changed): string[] {
  const members = Object.entries(OF_STAFF).filter(([member]) => columns[member as keyof UserChange] !== undefined)
  const shown = (value: unknown) => (value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value))
  const joined = belonging.groups.ids.length === 0 ? [] : [`Given the groups ${belonging.groups.ids.join(', ')}`]
  return [
    ...members.map(
      ([member, title]) =>
        `${title} changed from ${shown(before[member as keyof UserRow])} to ${shown(columns[member as keyof UserChange])}`,
    ),
    ...joined,
    ...added.map(({ type, value }) => `Added ${type} ${value}`),
  ]
}
