/** The acts on deletion schedules: create, change, remove. */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { checkConditions } from '#rules/condition.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import type { ScheduleInput } from './schema.ts'
import { deleteSchedule, getSchedule, insertSchedule, type ScheduleDraft, type ScheduleRow, updateSchedule } from './store.ts'

/** The types of objects a schedule can delete. */
const OBJECTS = ['zen:ticket']

const audit = (
  tx: Context,
  action: 'create' | 'update' | 'destroy',
  { id, title }: Pick<ScheduleRow, 'id' | 'title'>,
  change_description: string,
) => recordAudit(tx, { action, source_type: 'deletion_schedule', source_id: id, source_label: title, change_description })

function draft(before: ScheduleDraft, input: ScheduleInput): ScheduleDraft {
  const side = (name: 'all' | 'any') =>
    (input.conditions?.[name] ?? []).map(({ field = '', operator = '', value = null }) => ({ field, operator, value }))
  return {
    title: (input.title ?? before.title).trim(),
    description: input.description === undefined ? before.description : input.description,
    object: input.object ?? before.object,
    active: input.active ?? before.active,
    conditions: input.conditions === undefined ? before.conditions : { all: side('all'), any: side('any') },
  }
}

async function check(ctx: Context, { title, object, conditions }: ScheduleDraft): Promise<Details> {
  const sentences = checkConditions(conditions, 'automation', await ruleCatalogue(ctx))
  return {
    ...(title === '' ? { title: [makeBlankProblem('Title')] } : {}),
    ...(OBJECTS.includes(object)
      ? {}
      : { object: [{ description: `Object: must be one of ${OBJECTS.join(', ')}`, error: 'InvalidValue' }] }),
    ...(sentences.length > 0 ? { base: sentences.map((description) => ({ description })) } : {}),
  }
}

const inWords = ({ active }: ScheduleDraft) => (active ? 'active' : 'inactive')

/**
 * Creates a schedule, inactive by default. An inactive schedule deletes nothing.
 * @throws Forbidden @throws RecordInvalid @source docs/reference/other.md §7
 */
export async function createSchedule(ctx: Context, input: ScheduleInput): Promise<ScheduleRow> {
  requirePermission(ctx, 'deletion_schedule.manage')
  const after = draft({ title: '', description: null, object: '', active: false, conditions: { all: [], any: [] } }, input)
  refuseInvalid(await check(ctx, after))
  return inTransaction(ctx, async (tx) => {
    const row = await insertSchedule(tx, after)
    await audit(tx, 'create', row, `Created, ${inWords(row)}`)
    return row
  })
}

/** Changes a schedule. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeSchedule(ctx: Context, id: number, input: ScheduleInput): Promise<ScheduleRow> {
  requirePermission(ctx, 'deletion_schedule.manage')
  return inTransaction(ctx, async (tx) => {
    const after = draft(await getSchedule(tx, id), input)
    refuseInvalid(await check(tx, after))
    const row = await updateSchedule(tx, id, after)
    await audit(tx, 'update', row, `Changed, ${inWords(row)}`)
    return row
  })
}

/** Removes a schedule. @throws Forbidden @throws NotFound */
export async function removeSchedule(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'deletion_schedule.manage')
  await inTransaction(ctx, async (tx) => {
    const before = await getSchedule(tx, id)
    await deleteSchedule(tx, id)
    await audit(tx, 'destroy', before, 'Deleted')
  })
}
