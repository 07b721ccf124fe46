/** The acts on macros: create, change, remove; one or many at once. */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { InvalidAttribute, NotFound, refuseInvalid } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import type { AuditEntry } from '#modules/common/audit_logs/record_store.ts'
import { auditRule } from '../rules/audit.ts'
import { describeDifferences, positionAfter } from '../rules/members.ts'
import { presentRestriction, readRestriction, type Restriction } from '../rules/restriction.ts'
import { lockRules } from '../rules/store.ts'
import { isVisible, requireManaging, visibleOr404 } from './access.ts'
import { associate, releaseMacroFiles } from './attachments.ts'
import { checkMacro } from './check.ts'
import { BLANK_MACRO, draftOf, FIRST_POSITION } from './draft.ts'
import type { MacroInput, ManyItem } from './schema.ts'
import { deleteMacros, findMacros, insertMacro, lastPosition, lockMacros, type MacroDraft, type MacroRow, updateMacro } from './store.ts'
import { ensureDefined } from '#lib/defined.ts'

type Named = Pick<MacroRow, 'id' | 'title'>

const audit = (ctx: Context, action: AuditEntry['action'], row: Named, text: string) => auditRule(ctx, 'Macro', action, row, text)
const toComparable = (draft: MacroDraft) => ({ ...draft, restriction: presentRestriction(draft) })

/** @throws RecordInvalid */
function restrictionOf(ctx: Context, { restriction }: MacroInput): Restriction | undefined {
  if (restriction === undefined) return undefined
  const read = readRestriction(ctx, restriction)
  if (typeof read !== 'string') return read
  refuseInvalid({ base: [{ description: read }] })
  return undefined
}

/** Validates and writes one change; writes nothing if nothing differs. */
async function write(tx: Context, before: MacroRow, after: MacroDraft): Promise<MacroRow> {
  requireManaging(tx, after)
  refuseInvalid(await checkMacro(tx, after, before))
  const found = describeDifferences(toComparable(before), toComparable(after))
  if (found.length === 0) return before
  const row = await updateMacro(tx, before.id, after)
  await audit(tx, 'update', row, found.join('; '))
  return row
}

/** The macros with these ids, locked. @throws NotFound if the caller does not see one @throws Forbidden if they may not change one */
async function lockManaged(tx: Context, ids: readonly number[]): Promise<Map<number, MacroRow>> {
  const rows = new Map((await lockMacros(tx, ids)).map((row) => [row.id, row]))
  for (const id of ids) requireManaging(tx, visibleOr404(tx, rows.get(id)))
  return rows
}

/** Creates a macro. @throws Forbidden @throws RecordInvalid @source docs/reference/business_rules.md §2, §5.4 */
export async function createMacro(ctx: Context, input: MacroInput): Promise<MacroRow> {
  requirePermission(ctx, 'macro.list')
  const asked = draftOf(BLANK_MACRO, input, restrictionOf(ctx, input))
  requireManaging(ctx, asked)
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    const draft = { ...asked, position: input.position ?? Math.max(positionAfter([await lastPosition(tx)]), FIRST_POSITION) }
    refuseInvalid(await checkMacro(tx, draft))
    const row = await insertMacro(tx, draft)
    if (input.attachments !== undefined) await associate(tx, row.id, input.attachments)
    await audit(tx, 'create', row, row.active ? 'Created' : 'Created inactive')
    return row
  })
}

/** Changes a macro. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/business_rules.md §2 */
export async function changeMacro(ctx: Context, id: number, input: MacroInput): Promise<MacroRow> {
  requirePermission(ctx, 'macro.list')
  return inTransaction(ctx, async (tx) => {
    const before = ensureDefined((await lockManaged(tx, [id])).get(id))
    const row = await write(tx, before, draftOf(before, input, restrictionOf(tx, input)))
    if (input.attachments === undefined || !(await associate(tx, id, input.attachments))) return row
    await audit(tx, 'update', row, 'Files changed')
    return row
  })
}

/**
 * Moves, enables and disables up to 100 macros in one transaction. Returns them by position.
 * @throws Forbidden @throws TooManyValues @throws InvalidAttribute without an id @throws NotFound @throws RecordInvalid
 * @source docs/reference/business_rules.md §2.3
 */
export async function changeMacros(ctx: Context, items: readonly ManyItem[], action: string): Promise<MacroRow[]> {
  requirePermission(ctx, 'macro.list')
  refuseTooMany(items)
  const wanted = new Map<number, MacroInput>()
  for (const { id, ...change } of items) {
    if (typeof id !== 'number') throw new InvalidAttribute('macros.id', 'must be an integer', action)
    wanted.set(id, { ...wanted.get(id), ...change })
  }
  return inTransaction(ctx, async (tx) => {
    const before = await lockManaged(tx, [...wanted.keys()])
    const changed: MacroRow[] = []
    for (const [id, input] of wanted) {
      const row = ensureDefined(before.get(id))
      changed.push(await write(tx, row, draftOf(row, input, undefined)))
    }
    return changed.sort((one, other) => one.position - other.position || one.id - other.id)
  })
}

/**
 * Removes macros; ignores ids of macros that do not exist or that the caller does not see.
 * @throws Forbidden if the caller may not change one of them @source docs/reference/business_rules.md §2.3
 */
export async function removeMacros(ctx: Context, ids: readonly number[]): Promise<readonly Named[]> {
  requirePermission(ctx, 'macro.list')
  return inTransaction(ctx, async (tx) => {
    const seen = (await lockMacros(tx, ids)).filter((row) => isVisible(tx, row))
    for (const row of seen) requireManaging(tx, row)
    const removed = seen.map((row) => row.id)
    await releaseMacroFiles(tx, removed)
    await deleteMacros(tx, removed)
    for (const row of seen) await audit(tx, 'destroy', row, 'Deleted')
    return seen
  })
}

/** Removes a macro. @throws Forbidden @throws NotFound @source docs/reference/business_rules.md §2 */
export async function removeMacro(ctx: Context, id: number): Promise<void> {
  if ((await removeMacros(ctx, [id])).length === 0) throw new NotFound()
}

/** The macro, for those who see it. @throws Forbidden @throws NotFound */
export async function readMacro(ctx: Context, id: number): Promise<MacroRow> {
  requirePermission(ctx, 'macro.list')
  return visibleOr404(ctx, (await findMacros(ctx, [id]))[0])
}
