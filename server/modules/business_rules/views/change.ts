/** The acts on views: create, change, remove; one or many at once. */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, InvalidAttribute, RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import { freeKey, keyFrom } from '#lib/key.ts'
import type { AuditEntry } from '#modules/common/audit_logs/record_store.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { auditRule } from '../rules/audit.ts'
import { describeDifferences, positionAfter } from '../rules/members.ts'
import { presentRestriction, type Restriction, readRestriction } from '../rules/restriction.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { lockRules } from '../rules/store.ts'
import { mayManage, restrictionOfNew } from './access.ts'
import { checkDraft, type Known } from './check.ts'
import type { ViewField } from './columns.ts'
import { blankDraft, draftOf } from './draft.ts'
import type { ManyItem, ViewInput } from './schema.ts'
import { deleteViews, findTaken, findViews, getView, insertView, lockView, updateView, type ViewDraft, type ViewRow } from './store.ts'
import { writeOutTitle } from './titles.ts'

/** The position of the first view of an account's own. @source docs/reference/business_rules.md §1 */
const FIRST_POSITION = 10_000

const audit = (ctx: Context, action: AuditEntry['action'], { id, title }: ViewRow, text: string) =>
  auditRule(ctx, 'View', action, { id, title: writeOutTitle(title) }, text)

/** Read in the transaction, which may have created fields itself. */
async function loadKnown(tx: Context): Promise<Known> {
  const types = await ruleCatalogue(tx)
  const fields = [...types.ticket].map(([id, { title = '', type }]): [number, ViewField] => [Number(id), { id: Number(id), title, type }])
  return { types, fields: new Map(fields) }
}

/** @throws RecordInvalid when the restriction is none, or names a group that is not there @throws Forbidden when the caller may not write it */
async function requireRestriction(tx: Context, wanted: Restriction | string): Promise<Restriction> {
  if (typeof wanted === 'string') throw new RecordInvalid({ base: [{ description: wanted }] })
  const { group_ids } = wanted
  if (group_ids !== null) {
    const there = new Set((await findGroups(tx, group_ids)).filter((group) => !group.deleted).map((group) => group.id))
    const missing = group_ids.find((id) => !there.has(id))
    if (missing !== undefined) throw new RecordInvalid({ base: [{ description: `Invalid restriction: there is no group ${missing}.` }] })
  }
  if (!mayManage(tx, wanted)) throw new Forbidden()
  return wanted
}

/** Creates a view. @throws Forbidden @throws RecordInvalid @source docs/reference/business_rules.md §1, §2, §5.5 */
export async function createView(ctx: Context, input: ViewInput): Promise<ViewRow> {
  requirePermission(ctx, 'view.create')
  return inTransaction(ctx, async (tx) => {
    const restriction = await requireRestriction(tx, restrictionOfNew(tx, input.restriction))
    await lockRules(tx)
    const { keys, last } = await findTaken(tx)
    const about = await loadKnown(tx)
    const position = Math.max(positionAfter([{ position: last }]), FIRST_POSITION)
    const draft = draftOf(blankDraft(position), input, { fields: about.fields, restriction })
    refuseInvalid(checkDraft(draft, about))
    const row = await insertView(tx, freeKey(keyFrom(draft.title), new Set(keys)), draft)
    await audit(tx, 'create', row, row.active ? 'Created' : 'Created inactive')
    return row
  })
}

/** Validates and writes one change; writes nothing if nothing differs. */
async function write(tx: Context, before: ViewRow, after: ViewDraft, about: Known): Promise<ViewRow> {
  refuseInvalid(checkDraft(after, about, before))
  const toComparable = (view: ViewDraft) => ({ ...view, restriction: presentRestriction(view) })
  const found = describeDifferences(toComparable(before), toComparable(after))
  if (JSON.stringify(sortMembers(before.output)) !== JSON.stringify(sortMembers(after.output))) found.push('Columns or order changed')
  if (found.length === 0) return before
  const row = await updateView(tx, before.id, after)
  await audit(tx, 'update', row, found.join('; '))
  return row
}

const sortMembers = (members: object) => Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))

/** @throws Forbidden when the caller sees the view and may not write it */
function requireManaged(ctx: Context, row: ViewRow): ViewRow {
  if (!mayManage(ctx, row)) throw new Forbidden()
  return row
}

/** Changes a view. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/business_rules.md §1, §5.5 */
export async function changeView(ctx: Context, id: number, input: ViewInput): Promise<ViewRow> {
  requirePermission(ctx, 'view.create')
  return inTransaction(ctx, async (tx) => {
    const before = requireManaged(tx, await lockView(tx, id))
    const restriction = input.restriction === undefined ? undefined : await requireRestriction(tx, readRestriction(tx, input.restriction))
    const about = await loadKnown(tx)
    return write(tx, before, draftOf(before, input, { fields: about.fields, restriction }), about)
  })
}

/**
 * Moves, enables and disables up to 100 views in one transaction. Returns them by position.
 * @throws Forbidden @throws TooManyValues @throws InvalidAttribute without an id @throws NotFound @throws RecordInvalid
 * @source docs/reference/business_rules.md §2.3
 */
export async function changeViews(ctx: Context, items: readonly ManyItem[], action: string): Promise<ViewRow[]> {
  requirePermission(ctx, 'view.create')
  refuseTooMany(items)
  return inTransaction(ctx, async (tx) => {
    const about = await loadKnown(tx)
    const changed: ViewRow[] = []
    // in the order of their ids, so that two calls that name the same views do not wait for each other
    for (const { id, ...change } of [...items].sort((one, other) => Number(one.id) - Number(other.id))) {
      if (typeof id !== 'number') throw new InvalidAttribute('views.id', 'must be an integer', action)
      const before = requireManaged(tx, await lockView(tx, id))
      changed.push(await write(tx, before, draftOf(before, change, { fields: about.fields, restriction: undefined }), about))
    }
    return changed.sort((one, other) => one.position - other.position || one.id - other.id)
  })
}

async function removeAll(tx: Context, rows: readonly ViewRow[]): Promise<void> {
  for (const row of rows) requireManaged(tx, row)
  const removed = await deleteViews(
    tx,
    rows.map((row) => row.id),
  )
  for (const row of removed) await audit(tx, 'destroy', row, 'Deleted')
}

/** Removes views; ignores ids of views that the caller does not see. @throws Forbidden @source docs/reference/business_rules.md §2.3 */
export async function removeViews(ctx: Context, ids: readonly number[]): Promise<void> {
  requirePermission(ctx, 'view.create')
  await inTransaction(ctx, async (tx) => removeAll(tx, await findViews(tx, { ids })))
}

/** Removes a view. @throws Forbidden @throws NotFound @source docs/reference/business_rules.md §2 */
export async function removeView(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'view.create')
  await inTransaction(ctx, async (tx) => removeAll(tx, [await getView(tx, id)]))
}
