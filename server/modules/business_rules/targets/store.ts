/** Every statement on targets. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { TargetsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import type { MemberValue } from './types.ts'

/** A target; `settings` are the members of its kind that are not secret. */
export type TargetRow = Omit<Selectable<TargetsTable>, 'account_id' | 'settings'> & {
  readonly settings: Readonly<Record<string, MemberValue>>
}
/** The members of a target that are written, without secrets. */
export type TargetDraft = Pick<TargetRow, 'type' | 'title' | 'active' | 'settings'>

const LISTED = 'id, type, title, active, settings, secrets, created_at, updated_at'
const selectTargets = defineStatement<TargetRow>(`select ${LISTED} from targets where account_id = $1 order by id`)
const selectTarget = defineStatement<TargetRow>(`select ${LISTED} from targets where account_id = $1 and id = $2`)
/** What the call of a target is rendered with. */
interface TargetTexts {
  readonly target_url: string | null
  readonly subject: string | null
  readonly content_type: string | null
}

const selectTexts = defineStatement<TargetTexts>(
  `select settings->>'target_url' as target_url, settings->>'subject' as subject, settings->>'content_type' as content_type
  from targets where account_id = $1 and id = $2`,
)
const insert = defineStatement<{ id: number }>(
  'insert into targets (account_id, type, title, active, settings, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6) returning id',
)
const update = defineStatement<unknown>(
  'update targets set title = $3, active = $4, settings = $5, updated_at = $6 where account_id = $1 and id = $2',
)
const updateSealed = defineStatement<unknown>('update targets set secrets = $3 where account_id = $1 and id = $2')
const remove = defineStatement<unknown>('delete from targets where account_id = $1 and id = $2')

/** All targets of the account. */
export function listTargets(ctx: Context): Promise<TargetRow[]> {
  return ctx.db.all(selectTargets(ctx.account.id))
}

/** One target. @throws NotFound */
export async function getTarget(ctx: Context, id: number): Promise<TargetRow> {
  return orNotFound(await ctx.db.first(selectTarget(ctx.account.id, id)))
}

/** The address and the subject of a target, which may have placeholders, and its media type; undefined if there is no such target. */
export async function targetTexts(ctx: Context, id: number): Promise<TargetTexts | undefined> {
  return Number.isSafeInteger(id) ? ctx.db.first(selectTexts(ctx.account.id, id)) : undefined
}

/** Writes a new target, without its secrets; returns its id. */
export async function insertTarget(ctx: Context, { type, title, active, settings }: TargetDraft): Promise<number> {
  return (await ctx.db.one(insert(ctx.account.id, type, title, active, JSON.stringify(settings), ctx.now))).id
}

/** Writes the changed members of a target; its kind stays. */
export async function updateTarget(ctx: Context, id: number, { title, active, settings }: TargetDraft): Promise<void> {
  await ctx.db.run(update(ctx.account.id, id, title, active, JSON.stringify(settings), ctx.now))
}

/** Writes the encrypted secrets of a target. */
export async function updateSecrets(ctx: Context, id: number, secrets: Buffer | null): Promise<void> {
  await ctx.db.run(updateSealed(ctx.account.id, id, secrets))
}

/** Removes a target. */
export async function deleteTarget(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
