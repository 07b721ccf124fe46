/** The jobs on collections: each in one transaction, by the acts of the resources themselves. */
import { requirePermission } from '#permissions/permissions.ts'
import { open } from '#auth/cipher.ts'
import type { Context } from '#core/context.ts'
import { sentenceOf } from '#core/error_formats.ts'
import { HttpError } from '#core/errors.ts'
import { isObject } from '#lib/json.ts'
import { type AuditEntry, recordAudit } from '#modules/common/audit_logs/record_store.ts'
import type { BulkHandlers } from '#modules/common/job_statuses/run.ts'
import { type Kind, KINDS } from './kinds.ts'
import { inputOf, readPayload, refusalOf, type PayloadResource } from './payload.ts'
import { deleteCollection, findUndeleted, insertCollection, lockCollection, type Resource, updateCollection } from './store.ts'

/** The input of a job: the id of an existing collection, and the encrypted payload, which a removal does not have. */
export interface CollectionItem {
  readonly id?: number
  readonly payload?: string
}

/** The context of the encryption: a payload can be decrypted for this account only. */
export function sealContext(ctx: Context): string {
  return `resource_collection:${ctx.account.id}`
}

function openPayload(tx: Context, { payload = '' }: CollectionItem): PayloadResource[] {
  const read: unknown = JSON.parse(open(tx.services.pepper, Buffer.from(payload, 'base64'), sealContext(tx)))
  return readPayload(isObject(read) ? read : {})
}

/** Creates a resource, or changes it if it exists. @throws HttpError that names the resource it is about */
async function put(
  tx: Context,
  wanted: PayloadResource,
  made: readonly Resource[],
  isLiving: (resource: Resource) => boolean,
): Promise<Resource> {
  const { type, identifier } = wanted
  const kind: Kind = KINDS[type]
  const before = made.find((one) => one.type === type && one.identifier === identifier)
  try {
    const input = inputOf(wanted, made)
    if (before === undefined || !isLiving(before)) return { type, identifier, resource_id: (await kind.create(tx, input)).id }
    await kind.change(tx, String(before.resource_id), input)
    return before
  } catch (error) {
    if (error instanceof HttpError) throw refusalOf(wanted, error, sentenceOf(error.body))
    throw error
  }
}

/** Creates or changes the wanted resources; the other resources of the collection stay. */
async function putAll(tx: Context, wanted: readonly PayloadResource[], held: readonly Resource[]): Promise<Resource[]> {
  const isLiving = await findUndeleted(tx, held)
  const resources = [...held]
  for (const one of wanted) {
    const resource = await put(tx, one, resources, isLiving)
    const place = resources.findIndex(({ type, identifier }) => type === one.type && identifier === one.identifier)
    resources.splice(place < 0 ? resources.length : place, 1, resource)
  }
  return resources
}

async function recordChange(tx: Context, action: AuditEntry['action'], id: number, resources: readonly Resource[]) {
  const change_description = `With ${resources.map(({ type, identifier }) => `${type}.${identifier}`).join(', ')}`
  await recordAudit(tx, { action, source_type: 'resource_collection', source_id: id, source_label: `#${id}`, change_description })
  const status = action === 'create' ? 'Created' : action === 'update' ? 'Updated' : 'Deleted'
  return { id, action: action === 'destroy' ? 'delete' : action, success: true, status }
}

async function create(tx: Context, item: CollectionItem) {
  requirePermission(tx, 'resource_collection.manage')
  const resources = await putAll(tx, openPayload(tx, item), [])
  return recordChange(tx, 'create', await insertCollection(tx, resources), resources)
}

async function update(tx: Context, item: CollectionItem) {
  requirePermission(tx, 'resource_collection.manage')
  const { id, resources: held } = await lockCollection(tx, item.id ?? 0)
  const resources = await putAll(tx, openPayload(tx, item), held)
  await updateCollection(tx, id, resources)
  return recordChange(tx, 'update', id, resources)
}

/** Removes in the reverse order of creation: rules before the resources they may refer to. Skips resources that no longer exist. */
async function remove(tx: Context, item: CollectionItem) {
  requirePermission(tx, 'resource_collection.manage')
  const { id, resources } = await lockCollection(tx, item.id ?? 0)
  const isLiving = await findUndeleted(tx, resources)
  for (const { type, resource_id } of resources.filter(isLiving).reverse()) await KINDS[type].remove(tx, String(resource_id))
  await deleteCollection(tx, id)
  return recordChange(tx, 'destroy', id, resources)
}

/** @source docs/reference/other.md §8 */
export const resourceCollectionHandlers: BulkHandlers = {
  'resource_collections/create': create,
  'resource_collections/update': update,
  'resource_collections/delete': remove,
}
