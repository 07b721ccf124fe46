/** An automation that is tried out and not saved: a new one, or a saved one with changes. */
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { checkDraft } from './check.ts'
import { blankDraft, draftOf } from './draft.ts'
import type { AutomationInput } from './schema.ts'
import { type AutomationDraft, type AutomationRow, getAutomation } from './store.ts'

/** An automation that is tried out, and the saved one whose place it takes. */
export interface TriedAutomation {
  readonly saved: AutomationRow | null
  readonly draft: AutomationDraft
}

/** Reads and checks an automation that is tried out. That another has the same conditions is no fault here. @throws NotFound @throws RecordInvalid */
export async function readTriedAutomation(
  ctx: Context,
  input: AutomationInput,
  id: number | null,
  catalogue: RuleCatalogue,
): Promise<TriedAutomation> {
  const saved = id === null ? null : await getAutomation(ctx, id)
  const draft = draftOf(saved ?? { ...blankDraft([]), title: 'Draft' }, input)
  refuseInvalid(checkDraft(draft, { automations: [], catalogue }))
  return { saved, draft }
}
