// The form of a policy: what it is called, which tickets it is for, and its targets.
// Does not belong here: loading and saving (PolicyEditor.tsx), the table of targets (TargetsTable.tsx).

import { useMemo, useState } from 'react'
import { ApiError, describeError, detailOf } from '#contract/errors.ts'
import type { PolicyInput, PolicyKind, SlaDefinition, SlaTarget } from './queries.ts'
import { LeaveGuard, useSavedDraft } from '#features/common/public.ts'
import { ConditionRows, MatchCount, NameFields } from '#features/business_rules/public.ts'
import { placeProblems, conditionsOf } from '#features/business_rules/public_words.ts'
import { FormSection, FormSections } from '#kit/FormSections.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { conditionDefinitions } from './filter.ts'
import { policyKinds } from './kinds.ts'
import { inputOf, type PolicyDraft } from './policy_draft.ts'
import { findMissingTarget, targetProblems } from './targets.ts'
import { TargetsTable } from './TargetsTable.tsx'

interface PolicyFormProps {
  kind: PolicyKind
  /** Names the draft that is kept when the session ends. */
  name: string
  /** The values that the form begins with; the same object while it is open. */
  initial: PolicyDraft
  isNew: boolean
  definitions: readonly SlaDefinition[]
  /** Why the last attempt failed. */
  error: Error | null
  isBusy: boolean
  /** `onSaved`: the draft is what is saved now. */
  onSave: (input: PolicyInput, onSaved: () => void) => void
  onCancel: () => void
}

/**
 * The form. The server validates; what it refuses is shown at the field, the line or the cell that it names. Only that a policy has a target is asked for
 * here: the API accepts one without. @source docs/api/differences.md
 */
export function PolicyForm({ kind, name, initial, isNew, definitions, error: refused, isBusy, onSave, onCancel }: PolicyFormProps) {
  const { one, legend, hint, hasAny, isCounted } = policyKinds[kind]
  const [incomplete, setIncomplete] = useState<ApiError | null>(null)
  const error = incomplete ?? refused
  const [draft, setDraft] = useSavedDraft(name, initial)
  const [saved, setSaved] = useState(initial)
  const [sent, setSent] = useState<readonly SlaTarget[]>([])
  const fields = useMemo(() => conditionDefinitions(definitions), [definitions])
  const change = (part: Partial<PolicyDraft>) => setDraft({ ...draft, ...part })
  const problems = placeProblems(error, [...draft.all, ...draft.any], [])
  const cells = incomplete === null ? targetProblems(error, sent) : findMissingTarget(draft.targets, policyKinds[kind])
  const filter = { definitions: fields, problems: problems.entries }
  const submit = () => {
    const isWithoutTargets = findMissingTarget(draft.targets, policyKinds[kind]).size > 0
    setIncomplete(isWithoutTargets ? incompleteError(draft) : null)
    if (isWithoutTargets) return
    const input = inputOf(kind, draft, isNew ? undefined : saved, definitions)
    setSent(input.policy_metrics)
    onSave(input, () => setSaved(draft))
  }
  return (
    <SubmitForm error={error} isBusy={isBusy} onSubmit={submit}>
      <FormSections>
        <FormSection>
          <Refused
            one={one}
            error={error}
            isPlaced={problems.entries.size + cells.size > 0 || problems.conditions !== undefined}
            rest={problems.rest}
          />
          <NameFields value={draft} error={error} onChange={change} />
        </FormSection>
        <FormSection>
          <ConditionRows
            {...filter}
            legend={legend}
            hint={hint}
            problem={problems.conditions}
            entries={draft.all}
            onChange={(all) => change({ all })}
          />
          {hasAny && (
            <ConditionRows
              {...filter}
              legend="At least one of these conditions is met"
              hint="Without any, those above are enough."
              entries={draft.any}
              onChange={(any) => change({ any })}
            />
          )}
          {isCounted && <MatchCount conditions={conditionsOf(draft)} />}
        </FormSection>
        <FormSection>
          <TargetsTable kind={kind} table={draft.targets} problems={cells} onChange={(targets) => change({ targets })} />
        </FormSection>
        <SubmitActions label="Save" isBusy={isBusy} onCancel={onCancel} />
      </FormSections>
      <LeaveGuard isActive={draft !== saved} title={`Leave without saving the ${one}?`}>
        Your changes are not kept.
      </LeaveGuard>
    </SubmitForm>
  )
}

/** Why a form without targets is not sent: what the server would say of its name is said with it. */
function incompleteError({ title }: PolicyDraft): ApiError {
  return new ApiError(422, 'The policy has no targets.', title.trim() === '' ? { title: 'Cannot be blank' } : {})
}

interface RefusedProps {
  one: string
  error: Error | null
  isPlaced: boolean
  rest: readonly string[]
}

/** Why the policy was not saved, unless only a field says so. */
function Refused({ one, error, isPlaced, rest }: RefusedProps) {
  const isAtField = detailOf(error, 'title') !== undefined || detailOf(error, 'description') !== undefined
  if (error === null || (isAtField && !isPlaced)) return null
  const said = isPlaced ? 'What is wrong is said at the lines below.' : describeError(error)
  return (
    <Notice type="error" title={`The ${one} was not saved`}>
      {rest.length === 0 ? said : rest.join(' ')}
    </Notice>
  )
}
