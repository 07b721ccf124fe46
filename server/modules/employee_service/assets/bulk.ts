/** Bulk operations on assets, as jobs. @source docs/reference/employee_service.md §1.6; docs/reference/conventions.md §7 */
import type { TSchema } from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { BadRequest, NotFound, RecordInvalid } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import { readValue } from '#http/read_input.ts'
import type { AnswerOf } from '#http/route.ts'
import { isObject } from '#lib/json.ts'
import { plainKey } from '#lib/text_forms.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { findLocationNamed } from '../asset_locations/store.ts'
import { readAssetStatuses } from '../asset_statuses/store.ts'
import { readAssetTypes } from '../asset_types/store.ts'
import { changeAsset, createAsset, removeAsset, removeNamedAsset } from './change.ts'
import { presentAsset, readCatalogue } from './present.ts'
import { AssetInput } from './schema.ts'

/** What may be named instead of given by its id, as the member without `_id`. */
const NAMED = ['asset_type', 'status', 'location'] as const
type Named = (typeof NAMED)[number]

/** One item of a job, as it is queued. */
interface Item {
  readonly name: string
  readonly asset: AssetInput
  readonly named: Readonly<Partial<Record<Named, string>>>
}

interface Action {
  readonly title: string
  readonly doing: string
  /** Whether an item is an asset, or the id or external id of one. */
  readonly takes: 'asset' | 'name'
}

const ACTIONS: Readonly<Record<string, Action>> = {
  create: { title: 'Create', doing: 'Creating', takes: 'asset' },
  update: { title: 'Update', doing: 'Updating', takes: 'asset' },
  delete: { title: 'Delete', doing: 'Deleting', takes: 'name' },
  delete_by_external_id: { title: 'Delete', doing: 'Deleting', takes: 'name' },
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

const ASSET: TSchema = AssetInput

/** An item reduced to the writable members of an asset. @throws InvalidAttribute @throws RecordInvalid for a text that is too long */
function itemOf({ takes }: Action, sent: unknown): Item {
  const given = isObject(sent) ? sent : {}
  const name = plainKey(text(takes === 'name' && !isObject(sent) ? sent : (given.id ?? given.external_id)) ?? '')
  if (takes === 'name') return { name, asset: {}, named: {} }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the reader returns has the shape it was read by
  const asset = readValue(ASSET, given, '', { action: 'assets/jobs', unknown: [] }) as AssetInput
  const named = Object.fromEntries(NAMED.flatMap((member) => (typeof given[member] === 'string' ? [[member, given[member]]] : [])))
  return { name, asset, named }
}

/**
 * Queues an action on up to 100 assets.
 * @throws BadRequest @throws Forbidden @throws InvalidAttribute @throws RecordInvalid @throws TooManyValues @throws TooManyJobs
 */
export async function startAssetsJob(
  ctx: Context,
  { action: wanted, items = [] }: { action?: string | null; items?: readonly unknown[] },
): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'asset.manage')
  const name = wanted ?? ''
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (action === undefined) throw new BadRequest('InvalidParameter', `The action must be one of ${Object.keys(ACTIONS).join(', ')}`)
  if (items.length === 0) throw new BadRequest('InvalidParameter', 'A job needs items')
  refuseTooMany(items)
  return startBulkJob(ctx, {
    job_type: `Bulk ${action.title} Asset`,
    work: `assets/${name}`,
    items: items.map((sent) => itemOf(action, sent)),
    doing: `${action.doing} asset`,
  })
}

const idNamed = (rows: readonly { readonly id: string; readonly name: string }[], name: string) =>
  rows.find((row) => row.name.toLowerCase() === name.trim().toLowerCase())?.id

async function findNamed(ctx: Context, member: Named, name: string): Promise<string | undefined> {
  if (member === 'location') return findLocationNamed(ctx, name.trim())
  return idNamed(member === 'status' ? await readAssetStatuses(ctx) : await readAssetTypes(ctx), name)
}

/** The item with the ids of what it names. In these members an id may also be a name. @throws RecordInvalid for an unknown name */
async function resolveNames(ctx: Context, { asset, named }: Item): Promise<AssetInput> {
  const found: Partial<Record<`${Named}_id`, string>> = {}
  for (const member of NAMED) {
    const key = `${member}_id` as const
    const name = asset[key] ?? named[member]
    if (name === undefined || name === null || name === '') continue
    const id = await findNamed(ctx, member, name)
    if (id === undefined && asset[key] === undefined)
      throw new RecordInvalid({
        [member]: [{ description: `There is no ${member.replace('_', ' ')} of this name`, error: 'InvalidValue' }],
      })
    found[key] = id ?? name
  }
  return { ...asset, ...found }
}

/** What the jobs do for each asset. */
export const assetHandlers = {
  'assets/create': async (ctx: Context, item: Item, index: number) => {
    const row = await createAsset(ctx, await resolveNames(ctx, item))
    return { index, ...presentAsset(ctx, await readCatalogue(ctx), row), success: true, status: 'Created' }
  },
  'assets/update': async (ctx: Context, item: Item, index: number) => {
    if (item.name === '') throw new NotFound()
    const row = await changeAsset(ctx, item.name, await resolveNames(ctx, item))
    return { index, ...presentAsset(ctx, await readCatalogue(ctx), row), success: true, status: 'Updated' }
  },
  'assets/delete': async (ctx: Context, { name }: Item, index: number) => {
    await removeAsset(ctx, name)
    return { index, id: name, action: 'delete', success: true, status: 'Deleted' }
  },
  'assets/delete_by_external_id': async (ctx: Context, { name }: Item, index: number) => {
    const id = await removeNamedAsset(ctx, name)
    return { index, id, action: 'delete', success: true, status: 'Deleted' }
  },
}
