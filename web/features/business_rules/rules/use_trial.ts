import { useState } from 'react'
import { useDryRun } from '../queries/dry_runs.ts'
import type { ActingKind } from '../queries/rule_records.ts'
import { inputOf, type RuleDraft } from './rule_draft.ts'

interface TrialInput {
  kind: ActingKind
  id: number | undefined
  draft: RuleDraft
  /** What is saved. */
  saved: RuleDraft
  /** Why the last attempt to save failed. */
  error: Error | null
}

/** Tries the draft of a form. What the server refuses of it, be it in saving or trying, is shown at the same lines. */
export function useTrial({ kind, id, draft, saved, error }: TrialInput) {
  const dryRun = useDryRun(kind)
  const [last, setLast] = useState<'save' | 'try'>('save')
  const [tried, setTried] = useState(draft)
  const onTry = (days: number) => {
    setLast('try')
    setTried(draft)
    dryRun.mutate({ rule: triedOf(kind, draft, saved), id, days })
  }
  const isOfSave = last === 'save'
  return {
    isOfSave,
    /** Why the last attempt of either kind failed. */
    refusal: isOfSave ? error : dryRun.error,
    saving: () => setLast('save'),
    card: { dryRun, note: noteOn(tried, draft, saved), onTry },
  }
}

/** A draft that is off is tried as if it were on, unless the saved rule is on: then what is tried is to switch it off. */
const isTriedOn = (draft: RuleDraft, saved: RuleDraft) => draft.active || !saved.active

/** What is tried of a form. It needs no name. */
function triedOf(kind: ActingKind, draft: RuleDraft, saved: RuleDraft) {
  const { description: _description, title = '', ...rule } = inputOf(kind, draft)
  return { ...rule, ...(title.trim() === '' ? {} : { title }), active: isTriedOn(draft, saved) }
}

function noteOn(tried: RuleDraft, draft: RuleDraft, saved: RuleDraft): string | undefined {
  if (tried !== draft) return 'The form was changed since; try it again.'
  if (draft.active) return undefined
  return isTriedOn(draft, saved) ? 'It was tried as if it were active.' : 'It was tried switched off, as it is in the form.'
}
