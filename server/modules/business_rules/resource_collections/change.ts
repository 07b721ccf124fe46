/** The acts on resource collections: each starts a job. A payload may hold secrets of targets, so the job stores it encrypted. */
import { requirePermission } from '#permissions/permissions.ts'
import { seal } from '#auth/cipher.ts'
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { getCollection } from './store.ts'
import { type CollectionItem, sealContext } from './work.ts'

type Payload = Readonly<Record<string, unknown>>

const sealPayload = (ctx: Context, payload: Payload) =>
  seal(ctx.services.pepper, JSON.stringify(payload), sealContext(ctx)).toString('base64')

function start(ctx: Context, does: 'Create' | 'Update' | 'Delete', item: CollectionItem): Promise<AnswerOf<typeof OneJobStatus>> {
  const job_type = `${does} Resource Collection`
  const work = `resource_collections/${does.toLowerCase()}`
  const doing = { Create: 'Creating', Update: 'Updating', Delete: 'Deleting' }[does]
  return startBulkJob(ctx, { job_type, work, items: [item], doing: `${doing} resource collection`, whole: true })
}

/** Starts a job that creates a collection. @throws Forbidden @throws TooManyJobs @source docs/reference/other.md §8 */
export async function startCreate(ctx: Context, payload: Payload): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'resource_collection.manage')
  return start(ctx, 'Create', { payload: sealPayload(ctx, payload) })
}

/** Starts a job that changes a collection. @throws Forbidden @throws NotFound @throws TooManyJobs @source docs/reference/other.md §8 */
export async function startUpdate(ctx: Context, id: number, payload: Payload): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'resource_collection.manage')
  await getCollection(ctx, id)
  return start(ctx, 'Update', { id, payload: sealPayload(ctx, payload) })
}

/**
 * Starts a job that removes a collection and its resources.
 * @throws Forbidden @throws NotFound @throws TooManyJobs @source docs/reference/other.md §8
 */
export async function startDelete(ctx: Context, id: number): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'resource_collection.manage')
  await getCollection(ctx, id)
  return start(ctx, 'Delete', { id })
}
