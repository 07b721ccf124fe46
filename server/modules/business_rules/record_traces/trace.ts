/** Why each object trigger fired or did not in one write of a record. The pass is repeated with the triggers and what they knew, as both were then. */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type PagingQuery, readPaging } from '#http/paging.ts'
import { toDate } from '#lib/clock.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { recordCatalogue } from '#rules/facts.ts'
import { recordFacts } from '#rules/record.ts'
import { recordType } from '#modules/custom_data/custom_object_fields/rule_fields.ts'
import { getRecord } from '#modules/custom_data/custom_object_records/find.ts'
import { updateOf } from '#modules/custom_data/custom_object_records/record_run.ts'
import {
  findObjectSet,
  findRun,
  listRuns,
  type RecordRunRow,
  RUN_SORTING,
  type SentRunRow,
} from '#modules/custom_data/custom_object_records/run_store.ts'
import { followIn } from '#modules/custom_data/custom_object_records/triggers.ts'
import { compileMember } from '../rule_traces/replay.ts'
import { type TracedMembers, traceMembers } from '../rule_traces/trace.ts'

/** The trace of a write of a record. */
export interface TracedWrite extends TracedMembers {
  readonly run: SentRunRow
}

/** A page of the writes of a record in which triggers ran, the newest first. @throws Forbidden @throws NotFound if the caller cannot read it */
export async function recordWrites(ctx: Context, objectKey: string, id: string, query: PagingQuery): Promise<Page<RecordRunRow>> {
  requirePermission(ctx, 'rule.list')
  const { found } = await getRecord(ctx, objectKey, id)
  return listRuns(ctx, found.id, readPaging(query, RUN_SORTING, 'record_traces/index'))
}

/** The trace of a write. @throws Forbidden @throws NotFound for a record that the caller cannot read, and after 30 days */
export async function traceRecordWrite(ctx: Context, objectKey: string, recordId: string, id: number): Promise<TracedWrite> {
  requirePermission(ctx, 'rule.list')
  const { kind, found } = await getRecord(ctx, objectKey, recordId)
  const run = orNotFound(await findRun(ctx, found.id, id))
  const { set_id, before, after, updater_role, skipped, time_zone = accountZone(ctx) } = run.kept
  const catalogue = recordCatalogue(recordType(kind.object.key, kind.fields))
  const members = (await findObjectSet(ctx, kind.object.id, set_id)).map((trigger) =>
    compileMember({ id: trigger.id, revision_id: 0, snapshot: trigger }, catalogue),
  )
  const update = updateOf(before && recordFacts(before), run.author_id, updater_role)
  const context = { now: toDate(run.created_at), time_zone, current_user_id: run.author_id, update }
  return { run, ...traceMembers(members, { ticket: recordFacts(after), context, skipped }, run.fired, followIn(kind.fields)) }
}
