/** Checks and writes changes of triggers, in the transaction of an act that has locked the rules. */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '#core/context.ts'
import { rulesTopic } from '#db/topics.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import type { AuditEntry } from '#modules/common/audit_logs/record_store.ts'
import { auditRule } from '../rules/audit.ts'
import { describeDifferences } from '../rules/members.ts'
import { keepsRule, ruleProblems } from '../rules/problems.ts'
import { findReferenced } from '../rules/reference_store.ts'
import { referencesOf } from '../rules/references.ts'
import { checkDraft, tooManyActive } from './check.ts'
import { countActive, findTriggers, type TriggerDraft, type TriggerRow, updateTriggers } from './store.ts'

/** A trigger before and after a request. */
export interface Change {
  readonly before: TriggerRow
  readonly after: TriggerDraft
}

const SNAPSHOT = ['title', 'description', 'active', 'conditions', 'actions'] as const

/** What was done to a trigger, for the audit log. */
export interface Done {
  readonly row: Pick<TriggerRow, 'id' | 'title'>
  readonly text: string
}

/** Records changes of triggers, and invalidates what processes have cached of them. */
export async function auditAndInvalidate(tx: Context, action: AuditEntry['action'], done: readonly Done[]): Promise<void> {
  for (const { row, text } of done) await auditRule(tx, 'Trigger', action, row, text)
  await tx.services.cache.invalidate(tx.db, rulesTopic(tx.account.id))
}

/** What is wrong with each of these triggers as it would be saved. Custom fields and the records they name are read at once for all. */
export async function problemsOf(tx: Context, drafts: readonly TriggerDraft[]): Promise<readonly Details[]> {
  if (drafts.length === 0) return []
  const catalogue = await ruleCatalogue(tx)
  const existing = await findReferenced(tx, drafts.flatMap(referencesOf))
  return drafts.map((draft) => checkDraft(draft, { catalogue, existing }))
}

/** What is wrong with one change. */
export interface ChangeProblem {
  readonly id: number
  readonly details: Details
}

/** What is wrong with changes, taken together; [] when nothing is. */
export async function problemsOfChanges(tx: Context, changes: readonly Change[]): Promise<readonly ChangeProblem[]> {
  const checked = changes.filter(({ before, after }) => !keepsRule(before, after))
  const found = await problemsOf(
    tx,
    checked.map(({ after }) => after),
  )
  const details = new Map(checked.map(({ before }, index) => [before.id, found[index]]))
  const problems = changes.map(({ before, after }) => ({
    id: before.id,
    details: details.get(before.id) ?? ruleProblems(after.title, []),
  }))
  return [...problems.filter((one) => Object.keys(one.details).length > 0), ...(await beyondLimit(tx, changes))]
}

async function beyondLimit(tx: Context, changes: readonly Change[]): Promise<readonly ChangeProblem[]> {
  const added = changes.reduce((sum, { before, after }) => sum + Number(after.active) - Number(before.active), 0)
  const details = added > 0 ? tooManyActive(await countActive(tx), added) : {}
  const activated = changes.find(({ before, after }) => after.active && !before.active)
  return activated === undefined || Object.keys(details).length === 0 ? [] : [{ id: activated.before.id, details }]
}

function whatDiffers({ before, after }: Change): string[] {
  const moved = before.category_id === after.category_id ? [] : [`Category changed from ${before.category_id} to ${after.category_id}`]
  return [...describeDifferences(before, after), ...moved]
}

const isRevised = ({ before, after }: Change) => SNAPSHOT.some((name) => !isDeepStrictEqual(before[name], after[name]))

/** Checks and writes changes. Returns all the triggers in their order. @throws RecordInvalid */
export async function saveChanges(tx: Context, changes: readonly Change[]): Promise<TriggerRow[]> {
  for (const { details } of await problemsOfChanges(tx, changes)) refuseInvalid(details)
  return writeChanges(tx, changes)
}

/** Writes checked changes; what does not differ is not written. Returns all the triggers in their order. */
export async function writeChanges(tx: Context, changes: readonly Change[]): Promise<TriggerRow[]> {
  const differing = changes.filter((change) => whatDiffers(change).length > 0)
  if (differing.length > 0) {
    await updateTriggers(
      tx,
      differing.map((change) => ({ ...change.after, id: change.before.id, revised: isRevised(change) })),
    )
    const done = differing.map((change) => ({
      row: { id: change.before.id, title: change.after.title },
      text: whatDiffers(change).join('; '),
    }))
    await auditAndInvalidate(tx, 'update', done)
  }
  return findTriggers(
    tx,
    changes.map(({ before }) => before.id),
  )
}
