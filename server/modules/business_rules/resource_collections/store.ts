/** Every statement on resource collections. */
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { KindName, ResourceId } from './kinds.ts'

/** A resource that was created with a collection. */
export interface Resource {
  readonly type: KindName
  /** Its name in the payload. */
  readonly identifier: string
  readonly resource_id: ResourceId
}

/** A collection as stored. */
export interface CollectionRow {
  readonly id: number
  readonly resources: readonly Resource[]
  readonly created_at: string
  readonly updated_at: string
}

const COLUMNS = ['id', 'resources', 'created_at', 'updated_at'] as const
const LISTED = COLUMNS.join(', ')
const byId = { key: 'id', column: 'id', kind: 'number' } as const
export const COLLECTION_SORTING: Sorting = { fallback: [byId], cursor: { id: [byId] } }

const insert = defineStatement<CollectionRow>(
  `insert into resource_collections (account_id, resources, created_at, updated_at) values ($1, $2, $3, $3) returning ${LISTED}`,
)
const update = defineStatement<unknown>('update resource_collections set resources = $3, updated_at = $4 where account_id = $1 and id = $2')
const remove = defineStatement<unknown>('delete from resource_collections where account_id = $1 and id = $2')
const lock = defineStatement<CollectionRow>(`select ${LISTED} from resource_collections where account_id = $1 and id = $2 for update`)
/** By kind: the table, and the condition on rows that are not deleted. */
const EXISTING: Readonly<Record<KindName, string>> = {
  ticket_fields: 'ticket_fields where account_id = $1',
  user_fields: 'user_custom_fields where account_id = $1 and deleted_at is null',
  organization_fields: 'organization_custom_fields where account_id = $1 and deleted_at is null',
  targets: 'targets where account_id = $1',
  webhooks: 'webhooks where account_id = $1',
  automations: 'automations where account_id = $1',
  views: 'views where account_id = $1',
  macros: 'macros where account_id = $1',
  triggers: 'triggers where account_id = $1',
}
const selectLivingResources = defineStatement<{ type: KindName; id: string }>(
  Object.entries(EXISTING)
    .map(
      ([type, where]) =>
        `select '${type}' as type, id::text from ${where} and id = any(${type === 'webhooks' ? '$3::text[]' : '$2::bigint[]'})`,
    )
    .join(' union all '),
)

const select = (ctx: Context) =>
  q.selectFrom('resource_collections').select(COLUMNS).where('account_id', '=', ctx.account.id).$castTo<CollectionRow>()

/** A page of collections. */
export function listCollections(ctx: Context, paging: Paging): Promise<Page<CollectionRow>> {
  return readPage(ctx, select(ctx), paging)
}

/** One collection. @throws NotFound */
export async function getCollection(ctx: Context, id: number): Promise<CollectionRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id)))
}

/** One collection, locked until the transaction ends. @throws NotFound */
export async function lockCollection(tx: Context, id: number): Promise<CollectionRow> {
  return orNotFound(await tx.db.first(lock(tx.account.id, id)))
}

/** Writes a new collection; returns its id. */
export async function insertCollection(ctx: Context, resources: readonly Resource[]): Promise<number> {
  return (await ctx.db.one(insert(ctx.account.id, toJson(resources), ctx.now))).id
}

/** Writes the resources of a collection. */
export async function updateCollection(ctx: Context, id: number, resources: readonly Resource[]): Promise<void> {
  await ctx.db.run(update(ctx.account.id, id, toJson(resources), ctx.now))
}

/** Removes a collection, but not its resources. */
export async function deleteCollection(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

/** A predicate: true for those of the resources that still exist. */
export async function findUndeleted(ctx: Context, resources: readonly Resource[]): Promise<(resource: Resource) => boolean> {
  const ids = resources.map((one) => one.resource_id)
  const numbers = ids.filter((id) => typeof id === 'number')
  const ulids = ids.filter((id) => typeof id === 'string')
  const rows = await ctx.db.all(selectLivingResources(ctx.account.id, numbers, ulids))
  const there = new Set(rows.map(({ type, id }) => `${type} ${id}`))
  return ({ type, resource_id }) => there.has(`${type} ${resource_id}`)
}
