/** Every statement on sharing agreements. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { SharingAgreementsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'

export type AgreementRow = Omit<Selectable<SharingAgreementsTable>, 'account_id'>
/** The columns of a new agreement. */
export type AgreementDraft = Pick<AgreementRow, 'name' | 'type' | 'status' | 'partner_name' | 'remote_subdomain'>

const LISTED = 'id, name, type, status, partner_name, remote_subdomain, created_at, updated_at'
const selectAgreements = defineStatement<AgreementRow>(`select ${LISTED} from sharing_agreements where account_id = $1 order by id`)
const selectAgreement = defineStatement<AgreementRow>(`select ${LISTED} from sharing_agreements where account_id = $1 and id = $2`)
const insert =
  defineStatement<AgreementRow>(`insert into sharing_agreements (account_id, name, type, status, partner_name, remote_subdomain, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) returning ${LISTED}`)
const update = defineStatement<AgreementRow>(
  `update sharing_agreements set status = $3, updated_at = $4 where account_id = $1 and id = $2 returning ${LISTED}`,
)
const remove = defineStatement<unknown>('delete from sharing_agreements where account_id = $1 and id = $2')

/** All agreements of the account. */
export function listAgreements(ctx: Context): Promise<AgreementRow[]> {
  return ctx.db.all(selectAgreements(ctx.account.id))
}

/** One agreement. @throws NotFound */
export async function getAgreement(ctx: Context, id: number): Promise<AgreementRow> {
  return orNotFound(await ctx.db.first(selectAgreement(ctx.account.id, id)))
}

/** Inserts an agreement. */
export async function insertAgreement(
  ctx: Context,
  { name, type, status, partner_name, remote_subdomain }: AgreementDraft,
): Promise<AgreementRow> {
  return ctx.db.one(insert(ctx.account.id, name, type, status, partner_name, remote_subdomain, ctx.now))
}

/** Updates the status of an agreement. */
export async function updateStatus(ctx: Context, id: number, status: string): Promise<AgreementRow> {
  return ctx.db.one(update(ctx.account.id, id, status, ctx.now))
}

/** Removes an agreement. */
export async function deleteAgreement(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
