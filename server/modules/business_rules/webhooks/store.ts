/** Every statement on webhooks themselves. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, defineLookup, q } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { WebhooksTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Authentication, WebhookDraft } from './draft.ts'

/** A webhook without its secrets. */
export type WebhookRow = Omit<
  Selectable<WebhooksTable>,
  'account_id' | 'authentication' | 'custom_headers' | 'secrets' | 'last_called_at'
> & {
  readonly authentication: Authentication | null
  readonly custom_headers: Readonly<Record<string, string>>
}

/** A webhook with its sealed secrets. */
export type SealedWebhookRow = WebhookRow & { readonly secrets: Buffer }

/** The columns of a webhook that are written from a draft. */
export type WebhookColumns = Omit<WebhookDraft, 'credential'> & { readonly secrets: Buffer }

/** The filters of a list of webhooks. */
export interface WebhookFilter {
  /** A part of the name, in any case. */
  readonly name_contains?: string | undefined
  readonly status?: string | undefined
}

const DRAFTED = [
  'name',
  'description',
  'status',
  'endpoint',
  'http_method',
  'request_format',
  'subscriptions',
  'authentication',
  'custom_headers',
] as const
const CREATED = ['created_at', 'created_by', 'integration_id'] as const
const UPDATED = ['updated_at', 'updated_by'] as const
const COLUMNS = ['id', 'number', ...DRAFTED, ...CREATED, ...UPDATED] as const
const LISTED = COLUMNS.join(', ')

const byId = { key: 'id', column: 'id', kind: 'text' } as const
const newestFirst = { ...byId, descending: true } as const
const orderBy = (name: string) => [{ key: name, column: name, kind: 'text' } as const, byId]
/** The newest webhook comes first. @source docs/reference/webhooks.md §1 */
export const WEBHOOK_SORTING: Sorting = {
  only_cursor: true,
  fallback: [newestFirst],
  cursor: { name: orderBy('name'), status: orderBy('status') },
}

const selectWebhook = defineLookup<WebhookRow>(`select ${LISTED} from webhooks where account_id = $1 and id = $2`)
const oneSealed = defineLookup<SealedWebhookRow>(`select ${LISTED}, secrets from webhooks where account_id = $1 and id = $2`)
const lock = defineStatement<SealedWebhookRow>(`select ${LISTED}, secrets from webhooks where account_id = $1 and id = $2 for update`)
const selectFormat = defineStatement<{ request_format: string }>('select request_format from webhooks where account_id = $1 and id = $2')
const insert = insertRow<WebhookRow>()('webhooks', ['account_id', 'id', ...DRAFTED, 'secrets', ...CREATED], COLUMNS)
const update = updateRow<unknown>()('webhooks', [...DRAFTED, 'secrets', ...UPDATED], ['id'])
const updateSealed = defineStatement<unknown>('update webhooks set secrets = $3 where account_id = $1 and id = $2')
const remove = defineStatement<unknown>('delete from webhooks where account_id = $1 and id = $2')

/** A page of webhooks. */
export function listWebhooks(ctx: Context, { name_contains, status }: WebhookFilter, paging: Paging): Promise<Page<WebhookRow>> {
  let query = q.selectFrom('webhooks').select(COLUMNS).where('account_id', '=', ctx.account.id)
  if (status !== undefined) query = query.where('status', '=', status)
  if (name_contains !== undefined) query = query.where(sql<boolean>`strpos(lower(name), lower(${name_contains}::text)) > 0`)
  return readPage(ctx, query.$castTo<WebhookRow>(), paging)
}

/** The format that a webhook takes; undefined if there is no such webhook. */
export async function requestFormat(ctx: Context, id: string): Promise<string | undefined> {
  return (await ctx.db.first(selectFormat(ctx.account.id, id)))?.request_format
}

/** One webhook. @throws NotFound */
export async function getWebhook(ctx: Context, id: string): Promise<WebhookRow> {
  return orNotFound(await ctx.db.first(selectWebhook(ctx.account.id, id)))
}

/** One webhook with its secrets. @throws NotFound */
export async function getSealedWebhook(ctx: Context, id: string): Promise<SealedWebhookRow> {
  return orNotFound(await ctx.db.first(oneSealed(ctx.account.id, id)))
}

/** As {@link getSealedWebhook}, with its row locked until the transaction ends. @throws NotFound */
export async function lockWebhook(tx: Context, id: string): Promise<SealedWebhookRow> {
  return orNotFound(await findLockedWebhook(tx, id))
}

/** As {@link lockWebhook}, but undefined where there is none. */
export function findLockedWebhook(tx: Context, id: string): Promise<SealedWebhookRow | undefined> {
  return tx.db.first(lock(tx.account.id, id))
}

const toColumns = ({ authentication, custom_headers, ...columns }: WebhookColumns) => ({
  ...columns,
  authentication: authentication === null ? null : toJson(authentication),
  custom_headers: toJson(custom_headers),
})

/** Writes a new webhook. `integrationId`: of the integration that owns it. */
export function insertWebhook(tx: Context, id: string, columns: WebhookColumns, integrationId: number | null): Promise<WebhookRow> {
  const created = { created_at: tx.now, created_by: tx.actor.id, integration_id: integrationId }
  return tx.db.one(insert({ account_id: tx.account.id, id, ...toColumns(columns), ...created }))
}

/** Writes the changed members of a webhook. */
export async function updateWebhook(tx: Context, id: string, columns: WebhookColumns): Promise<void> {
  await tx.db.run(update({ account_id: tx.account.id, id }, { ...toColumns(columns), updated_at: tx.now, updated_by: tx.actor.id }))
}

/** Writes the sealed secrets of a webhook. */
export async function updateWebhookSecrets(tx: Context, id: string, secrets: Buffer): Promise<void> {
  await tx.db.run(updateSealed(tx.account.id, id, secrets))
}

/** Removes a webhook with its log. */
export async function deleteWebhook(tx: Context, id: string): Promise<void> {
  await tx.db.run(remove(tx.account.id, id))
}
