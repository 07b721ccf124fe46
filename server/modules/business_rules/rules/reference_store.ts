/** Which of the records that rules name exist and are not deleted. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { type Reference, REFERENCE_KINDS, referenceName, type ReferenceKind } from './references.ts'
import { keysOf } from '#lib/objects.ts'

/** By kind: the table, and the condition on rows that are not deleted. */
const EXISTING: Readonly<Record<ReferenceKind, string>> = {
  group: 'groups where account_id = $1 and not deleted',
  user: 'users where account_id = $1 and active',
  organization: 'organizations where account_id = $1',
  brand: 'brands where account_id = $1 and not is_deleted',
  ticket_form: 'ticket_forms where account_id = $1 and deleted_at is null',
  custom_status: 'custom_statuses where account_id = $1 and deleted_at is null',
  schedule: 'schedules where account_id = $1',
  sharing_agreement: 'sharing_agreements where account_id = $1',
  target: 'targets where account_id = $1',
  webhook: 'webhooks where account_id = $1',
}
const KINDS = keysOf(REFERENCE_KINDS)
const typeOf = (kind: ReferenceKind) => (kind === 'webhook' ? 'text' : 'bigint')
const select = defineStatement<{ kind: ReferenceKind; id: string }>(
  KINDS.map(
    (kind, index) => `select '${kind}' as kind, id::text from ${EXISTING[kind]} and id = any($${index + 2}::${typeOf(kind)}[])`,
  ).join(' union all '),
)

/** The names of those of the referenced records that exist, found with one statement; with none if nothing is referenced. */
export async function findReferenced(ctx: Context, references: readonly Reference[]): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set()
  const ids = KINDS.map((wanted) => [...new Set(references.filter(({ kind }) => kind === wanted).map(({ id }) => id))])
  return new Set((await ctx.db.all(select(ctx.account.id, ...ids))).map(referenceName))
}
