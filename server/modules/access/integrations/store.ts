/** Every statement on integrations. What they own is in owned_store.ts. */
import { uniqueIndex } from '#http/unique_values.ts'
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { IntegrationsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Participation } from '../access_requests/steps.ts'
import { PARTICIPATION } from '../access_requests/store.ts'
import type { IntegrationKind } from './kinds.ts'
import type { DoneStep } from './checklist.ts'
import type { IntegrationState } from './states.ts'

/** An integration with the columns of its access request that decide its visibility and progress. Sealed secrets are not included. */
export type IntegrationRow = Omit<
  Selectable<IntegrationsTable>,
  'account_id' | 'sealed' | 'kind' | 'state' | 'config' | 'creation_steps' | 'revocation_steps'
> & {
  readonly kind: IntegrationKind
  readonly state: IntegrationState
  readonly config: unknown
  readonly creation_steps: readonly DoneStep[]
  readonly revocation_steps: readonly DoneStep[]
  readonly is_sealed: boolean
  readonly requester_id: number
  readonly shared_secret_id: number | null
  readonly handed_over_at: string | null
  /** The participants of its access request. */
  readonly request: Participation
}

/** The columns of an integration to insert. */
export type NewIntegration = Pick<
  IntegrationRow,
  'kind' | 'name' | 'access_request_id' | 'scopes' | 'creation_steps' | 'revocation_steps'
> & { readonly config: Readonly<Record<string, string>>; readonly sealed: Buffer | null; readonly expires_at: Date | null }

export type IntegrationChange = Partial<
  Pick<IntegrationRow, 'name' | 'state' | 'creation_steps' | 'revocation_steps' | 'revocation_reason'> & {
    readonly config: Readonly<Record<string, string>>
    readonly sealed: Buffer | null
    readonly last_used_at: string | null
    readonly activated_at: Date
    readonly revoked_at: Date
  }
>

/** The filters of a list of integrations. */
export interface IntegrationFilter {
  readonly state?: string
  readonly kind?: string
  readonly requester_id?: number
}

const COLUMNS = [
  'id',
  'kind',
  'name',
  'state',
  'access_request_id',
  'bot_user_id',
  'scopes',
  'config',
  'creation_steps',
  'revocation_steps',
  'revocation_reason',
  'expires_at',
  'last_used_at',
  'created_at',
  'updated_at',
  'activated_at',
  'revoked_at',
] as const
const byId = { key: 'id', column: 'i.id', kind: 'number' } as const
const ORDERS = {
  id: [byId],
  name: [{ key: 'name', column: 'i.name', kind: 'text' }, byId],
  created_at: [{ key: 'created_at', column: 'i.created_at', kind: 'moment' }, byId],
} as const

/** How lists of integrations may be sorted. */
export const INTEGRATION_SORTING: Sorting = { fallback: ORDERS.id, cursor: ORDERS, offset: ORDERS }

const lock = defineStatement<unknown>('select id from integrations where account_id = $1 and id = $2 for update')
const readSealed = defineStatement<{ sealed: Buffer | null }>('select sealed from integrations where account_id = $1 and id = $2')
const selectSameName = defineStatement<{ id: number }>(
  `select id from integrations where account_id = $1 and lower(name) = lower($2) and state <> 'revoked' and id <> $3 limit 1`,
)

function select(ctx: Context) {
  return q
    .selectFrom('integrations as i')
    .innerJoin('access_requests as r', (join) => join.onRef('r.account_id', '=', 'i.account_id').onRef('r.id', '=', 'i.access_request_id'))
    .select(COLUMNS.map((name) => `i.${name}` as const))
    .select(['r.requester_id', 'r.shared_secret_id', 'r.handed_over_at'])
    .select(sql<Participation>`${sql.raw(PARTICIPATION)}`.as('request'))
    .select((eb) => eb('i.sealed', 'is not', null).as('is_sealed'))
    .where('i.account_id', '=', ctx.account.id)
}

/** A page of integrations. */
export function listIntegrations(ctx: Context, filter: IntegrationFilter, paging: Paging): Promise<Page<IntegrationRow>> {
  let query = select(ctx)
  if (filter.state !== undefined) query = query.where('i.state', '=', filter.state)
  if (filter.kind !== undefined) query = query.where('i.kind', '=', filter.kind)
  if (filter.requester_id !== undefined) query = query.where('r.requester_id', '=', filter.requester_id)
  return readPage<IntegrationRow>(ctx, query.$castTo<IntegrationRow>(), paging)
}

/** The integration with this id, if there is one. */
async function findIntegration(ctx: Context, id: number): Promise<IntegrationRow | undefined> {
  return ctx.db.first(select(ctx).where('i.id', '=', id).$castTo<IntegrationRow>())
}

/** One integration. @throws NotFound */
export async function getIntegration(ctx: Context, id: number): Promise<IntegrationRow> {
  return orNotFound(await findIntegration(ctx, id))
}

/** One integration, with its row locked until the transaction ends. @throws NotFound */
export async function lockIntegration(ctx: Context, id: number): Promise<IntegrationRow> {
  await ctx.db.first(lock(ctx.account.id, id))
  return getIntegration(ctx, id)
}

/** The sealed secrets of an integration; null when there are none. */
export async function readSealedSecrets(ctx: Context, id: number): Promise<Buffer | null> {
  return (await ctx.db.first(readSealed(ctx.account.id, id)))?.sealed ?? null
}

/** True when another integration that has not been revoked has this name. */
export async function isNameTaken(ctx: Context, name: string, exceptId: number): Promise<boolean> {
  return (await ctx.db.first(selectSameName(ctx.account.id, name, exceptId))) !== undefined
}

/** The error when another integration has the name. */
export const NAME_TAKEN = uniqueIndex('integrations_by_name', 'name', 'Name')

/** Inserts an integration. The caller, the integration-bot agent, becomes its owner. */
export async function insertIntegration(ctx: Context, integration: NewIntegration): Promise<IntegrationRow> {
  const { config, creation_steps, revocation_steps, scopes, ...rest } = integration
  const statement = q
    .insertInto('integrations')
    .values({
      ...rest,
      account_id: ctx.account.id,
      state: 'creating',
      bot_user_id: ctx.actor.id,
      scopes: [...scopes],
      config: toJson(config),
      creation_steps: toJson(creation_steps),
      revocation_steps: toJson(revocation_steps),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
  return getIntegration(ctx, (await ctx.db.one(statement.$castTo<{ id: number }>())).id)
}

/** Updates columns of an integration. */
export async function updateIntegration(ctx: Context, id: number, change: IntegrationChange): Promise<IntegrationRow> {
  const { config, creation_steps, revocation_steps, ...rest } = change
  const statement = q
    .updateTable('integrations')
    .set({
      ...rest,
      ...(config === undefined ? {} : { config: toJson(config) }),
      ...(creation_steps === undefined ? {} : { creation_steps: toJson(creation_steps) }),
      ...(revocation_steps === undefined ? {} : { revocation_steps: toJson(revocation_steps) }),
      updated_at: ctx.now,
    })
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', id)
  await ctx.db.run(statement)
  return getIntegration(ctx, id)
}
