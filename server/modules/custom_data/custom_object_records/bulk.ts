/** Bulk operations on records, as jobs. @source docs/reference/custom_objects.md §3.3; docs/reference/conventions.md §7 */
import type { Context } from '#core/context.ts'
import { BadRequest } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import { isObject } from '#lib/json.ts'
import { requireRecords } from '../custom_object_permissions/access.ts'
import type { RecordAction } from '../custom_object_permissions/policy.ts'
import { getCustomObject } from '../custom_objects/store.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { presentRecord } from './present.ts'
import type { NamedQuery, RecordInput } from './schema.ts'
import { changeRecord, createRecord, getKind, tryUpsertRecord, removeNamedRecord, removeRecord } from './write.ts'
import { plainKey } from '#lib/text_forms.ts'

interface Action {
  readonly needs: RecordAction
  readonly title: string
  readonly doing: string
  /** Whether an item is a record, or the id or external id of one. */
  readonly takes: 'record' | 'name'
}

const creating: Action = { needs: 'create', title: 'Create', doing: 'Creating', takes: 'record' }
const updating: Action = { needs: 'update', title: 'Update', doing: 'Updating', takes: 'record' }
const deleting: Action = { needs: 'delete', title: 'Delete', doing: 'Deleting', takes: 'name' }
const ACTIONS: Readonly<Record<string, Action>> = {
  create: creating,
  update: updating,
  delete: deleting,
  delete_by_external_id: deleting,
  create_or_update_by_external_id: { ...updating, title: 'Create or Update' },
  create_or_update_by_name: { ...updating, title: 'Create or Update' },
}

/** One item of a job. */
interface Item {
  readonly object_key: string
  readonly name: string
  readonly record: RecordInput & { readonly id?: string }
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** An item as queued, reduced to the writable members of a record. The job itself validates them and looks up the id. */
function itemOf(object_key: string, { takes }: Action, sent: unknown): Item {
  const given = isObject(sent) ? sent : {}
  const name = plainKey(text(takes === 'name' && !isObject(sent) ? sent : (given.id ?? given.external_id)) ?? '')
  const { custom_object_fields } = given
  const record = {
    ...(given.name === undefined ? {} : { name: text(given.name) ?? null }),
    ...(given.external_id === undefined ? {} : { external_id: plainKey(text(given.external_id) ?? '') || null }),
    ...(isObject(custom_object_fields) ? { custom_object_fields } : {}),
  }
  return { object_key, name, record }
}

/**
 * Queues an action on up to 100 records.
 * @throws BadRequest @throws Forbidden @throws NotFound @throws TooManyValues @throws TooManyJobs
 */
export async function startRecordsJob(
  ctx: Context,
  objectKey: string,
  job: { action?: string | null; items?: readonly unknown[] },
): Promise<AnswerOf<typeof OneJobStatus>> {
  const object = await getCustomObject(ctx, objectKey)
  const named = job.action ?? ''
  const action = Object.hasOwn(ACTIONS, named) ? ACTIONS[named] : undefined
  if (action === undefined) throw new BadRequest('InvalidParameter', `The action must be one of ${Object.keys(ACTIONS).join(', ')}`)
  await requireRecords(ctx, object, action.needs)
  const { items = [] } = job
  if (items.length === 0) throw new BadRequest('InvalidParameter', 'A job needs items')
  refuseTooMany(items)
  return startBulkJob(ctx, {
    job_type: `Bulk ${action.title} Custom Object Record`,
    work: `custom_object_records/${named}`,
    items: items.map((sent) => itemOf(object.key, action, sent)),
    doing: `${action.doing} custom object record`,
  })
}

async function put(ctx: Context, { object_key, record }: Item, by: NamedQuery, index: number) {
  const { row, isNew } = await tryUpsertRecord(ctx, object_key, by, record)
  const shown = presentRecord(ctx, await getKind(ctx, object_key), row)
  return { index, ...shown, success: true, status: isNew ? 'Created' : 'Updated' }
}

/** What the jobs do for each record. */
export const customObjectRecordHandlers = {
  'custom_object_records/create': async (ctx: Context, { object_key, record }: Item, index: number) => {
    const row = await createRecord(ctx, object_key, record)
    return { index, ...presentRecord(ctx, await getKind(ctx, object_key), row), success: true, status: 'Created' }
  },
  'custom_object_records/update': async (ctx: Context, { object_key, name, record }: Item, index: number) => {
    const row = await changeRecord(ctx, object_key, name, record)
    return { index, ...presentRecord(ctx, await getKind(ctx, object_key), row), success: true, status: 'Updated' }
  },
  'custom_object_records/delete': async (ctx: Context, { object_key, name }: Item, index: number) => {
    const id = await removeRecord(ctx, object_key, name)
    return { index, id, action: 'delete', success: true, status: 'Deleted' }
  },
  'custom_object_records/delete_by_external_id': async (ctx: Context, { object_key, name }: Item, index: number) => {
    const id = await removeNamedRecord(ctx, object_key, { external_id: name })
    return { index, id, action: 'delete', success: true, status: 'Deleted' }
  },
  'custom_object_records/create_or_update_by_external_id': (ctx: Context, item: Item, index: number) =>
    put(ctx, item, { external_id: item.record.external_id ?? '' }, index),
  'custom_object_records/create_or_update_by_name': (ctx: Context, item: Item, index: number) =>
    put(ctx, item, { name: item.record.name ?? '' }, index),
}
