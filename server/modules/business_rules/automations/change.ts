/** The acts on automations: create, change, remove; one or many at once. */
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { InvalidAttribute, NotFound, refuseInvalid, orNotFound } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import { freeKey, keyFrom } from '#lib/key.ts'
import type { AuditEntry } from '#modules/common/audit_logs/record_store.ts'
import { auditRule } from '../rules/audit.ts'
import { describeDifferences } from '../rules/members.ts'
import { checkDraft } from './check.ts'
import { blankDraft, draftOf } from './draft.ts'
import type { AutomationInput, ManyItem } from './schema.ts'
import {
  type AutomationDraft,
  type AutomationRow,
  deleteAutomations,
  insertAutomation,
  lockRulebook,
  type Rulebook,
  updateAutomation,
} from './store.ts'

type Named = Pick<AutomationRow, 'id' | 'title'>

const audit = (ctx: Context, action: AuditEntry['action'], row: Named, text: string) => auditRule(ctx, 'Automation', action, row, text)

/** Validates and writes one change; writes nothing if nothing differs. `book` holds the other automations as they will be afterwards. */
async function write(tx: Context, before: AutomationRow, after: AutomationDraft, book: Rulebook): Promise<AutomationRow> {
  const others = book.automations.filter((other) => other.id !== before.id)
  refuseInvalid(checkDraft(after, { ...book, automations: others }, before))
  const found = describeDifferences(before, after)
  if (found.length === 0) return before
  const row = await updateAutomation(tx, before.id, after)
  await audit(tx, 'update', row, found.join('; '))
  return row
}

/** Creates an automation. @throws Forbidden @throws RecordInvalid @source docs/reference/business_rules.md §1, §2 */
export async function createAutomation(ctx: Context, input: AutomationInput): Promise<AutomationRow> {
  requirePermission(ctx, 'rule.manage')
  return inTransaction(ctx, async (tx) => {
    const book = await lockRulebook(tx)
    const draft = draftOf(blankDraft(book.automations), input)
    refuseInvalid(checkDraft(draft, book))
    const taken = new Set(book.automations.map((other) => other.key))
    const row = await insertAutomation(tx, freeKey(keyFrom(draft.title), taken), draft)
    await audit(tx, 'create', row, row.active ? 'Created' : 'Created inactive')
    return row
  })
}

/** Changes an automation; `active` false disables it. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/specification.md §4; docs/reference/business_rules.md §1 */
export async function changeAutomation(ctx: Context, id: number, input: AutomationInput): Promise<AutomationRow> {
  requirePermission(ctx, 'rule.manage')
  return inTransaction(ctx, async (tx) => {
    const book = await lockRulebook(tx)
    const before = orNotFound(book.automations.find((row) => row.id === id))
    return write(tx, before, draftOf(before, input), book)
  })
}

/**
 * Moves, enables and disables up to 100 automations in one transaction. Returns them by position.
 * @throws Forbidden @throws TooManyValues @throws InvalidAttribute without an id @throws NotFound @throws RecordInvalid
 * @source docs/reference/business_rules.md §2.3
 */
export async function changeAutomations(ctx: Context, items: readonly ManyItem[], action: string): Promise<AutomationRow[]> {
  requirePermission(ctx, 'rule.manage')
  refuseTooMany(items)
  return inTransaction(ctx, async (tx) => {
    const book = await lockRulebook(tx)
    const wanted = new Map(book.automations.map((row) => [row.id, row]))
    for (const { id, ...change } of items) {
      if (typeof id !== 'number') throw new InvalidAttribute('automations.id', 'must be an integer', action)
      const row = orNotFound(wanted.get(id))
      wanted.set(id, { ...row, ...draftOf(row, change) })
    }
    const afterwards = { ...book, automations: [...wanted.values()] }
    const named = new Set(items.map((item) => item.id))
    const changed: AutomationRow[] = []
    for (const before of book.automations)
      if (named.has(before.id)) changed.push(await write(tx, before, ensureDefined(wanted.get(before.id)), afterwards))
    return changed.sort((one, other) => one.position - other.position || one.id - other.id)
  })
}

/** Removes automations; ignores ids that do not exist. @throws Forbidden @source docs/reference/business_rules.md §2.3 */
export async function removeAutomations(ctx: Context, ids: readonly number[]): Promise<readonly Named[]> {
  requirePermission(ctx, 'rule.manage')
  return inTransaction(ctx, async (tx) => {
    const removed = await deleteAutomations(tx, ids)
    for (const row of removed) await audit(tx, 'destroy', row, 'Deleted')
    return removed
  })
}

/** Removes an automation. @throws Forbidden @throws NotFound @source docs/reference/specification.md §4 */
export async function removeAutomation(ctx: Context, id: number): Promise<void> {
  if ((await removeAutomations(ctx, [id])).length === 0) throw new NotFound()
}
