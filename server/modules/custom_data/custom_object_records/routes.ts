// CUSTOM OBJECT RECORDS: creating, changing and removing them, one by one or by jobs.
// Not here: fields (custom_object_fields/), permissions (custom_object_permissions/), attachments (custom_object_record_attachments/).
import Type from 'typebox'
import { asErrorsList } from '#core/error_formats.ts'
import { CountAnswer, countEnvelope, urlOf } from '#http/envelope.ts'
import { type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startRecordsJob } from './bulk.ts'
import { getRecord, numberOfRecords } from './find.ts'
import { presentRecord } from './present.ts'
import { CustomObjectRecord, JobBody, NamedQuery, RecordBody } from './schema.ts'
import { changeRecord, createRecord, getKind, upsertRecord, removeNamedRecord, removeRecord } from './write.ts'

const OneRecord = Type.Object({ custom_object_record: CustomObjectRecord })
const records = '/api/v2/custom_objects/:custom_object_key/records'
const common = { scope: 'custom_objects', refusal: asErrorsList, text_params: ['custom_object_key'] } as const
const single = {
  ...common,
  path: '/api/v2/custom_objects/:custom_object_key/records/:custom_object_record_id',
  text_params: ['custom_object_key', 'custom_object_record_id'],
} as const

/** @source docs/reference/custom_objects.md §3.1 */
export const customObjectRecordRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'POST',
    path: records,
    name: 'custom_object_records/create',
    summary: 'Create a record of a custom object',
    body: RecordBody,
    answer: OneRecord,
    async handle(ctx, { params, body }) {
      const row = await createRecord(ctx, params.custom_object_key, body.custom_object_record)
      const kind = await getKind(ctx, params.custom_object_key)
      const place = urlOf(ctx.caller.base_url, `custom_objects/${params.custom_object_key}/records/${row.id}`)
      return answerNewRecord({ custom_object_record: presentRecord(ctx, kind, row) }, place)
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: records,
    name: 'custom_object_records/create_or_update',
    summary: 'Create or update the record with an external id or a name',
    query: NamedQuery,
    body: RecordBody,
    answer: OneRecord,
    async handle(ctx, { params, query, body }) {
      const { row, isNew } = await upsertRecord(ctx, params.custom_object_key, query, body.custom_object_record)
      const answer = { custom_object_record: presentRecord(ctx, await getKind(ctx, params.custom_object_key), row) }
      return isNew
        ? answerNewRecord(answer, urlOf(ctx.caller.base_url, `custom_objects/${params.custom_object_key}/records/${row.id}`))
        : answerOk(answer)
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: records,
    name: 'custom_object_records/destroy_named',
    summary: 'Delete the record with an external id or a name',
    query: NamedQuery,
    async handle(ctx, { params, query }) {
      await removeNamedRecord(ctx, params.custom_object_key, query)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${records}/count`,
    name: 'custom_object_records/count',
    summary: 'Count the records of a custom object',
    answer: CountAnswer,
    handle: async (ctx, { params }) => answerOk(countEnvelope(await numberOfRecords(ctx, params.custom_object_key), ctx.now)),
  }),
  route({
    ...single,
    method: 'GET',
    name: 'custom_object_records/show',
    summary: 'Show a record of a custom object',
    answer: OneRecord,
    async handle(ctx, { params }) {
      const { kind, found } = await getRecord(ctx, params.custom_object_key, params.custom_object_record_id)
      return answerOk({ custom_object_record: presentRecord(ctx, kind, found) })
    },
  }),
  route({
    ...single,
    method: 'PATCH',
    name: 'custom_object_records/update',
    summary: 'Update a record of a custom object',
    body: RecordBody,
    answer: OneRecord,
    async handle(ctx, { params, body }) {
      const row = await changeRecord(ctx, params.custom_object_key, params.custom_object_record_id, body.custom_object_record)
      return answerOk({ custom_object_record: presentRecord(ctx, await getKind(ctx, params.custom_object_key), row) })
    },
  }),
  route({
    ...single,
    method: 'DELETE',
    name: 'custom_object_records/destroy',
    summary: 'Delete a record of a custom object',
    async handle(ctx, { params }) {
      await removeRecord(ctx, params.custom_object_key, params.custom_object_record_id)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/custom_objects/:custom_object_key/jobs',
    name: 'custom_object_records/jobs',
    summary: 'Create, update or delete up to 100 records of a custom object',
    body: JobBody,
    answer: OneJobStatus,
    handle: async (ctx, { params, body }) => ({ status: 201, body: await startRecordsJob(ctx, params.custom_object_key, body.job) }),
  }),
]
