// The form of a trigger, an automation or a macro, drawn from the definitions of the API.
// Does not belong here: loading and saving (RuleEditor.tsx), one condition or action (ConditionRows.tsx, ActionRows.tsx).

import { useState } from 'react'
import { isTried } from '../queries/dry_runs.ts'
import { detailOf } from '#contract/errors.ts'
import type { ActingKind, RuleDefinitions, RuleInput } from '../queries/rule_records.ts'
import type { TriggerCategory } from '../queries/trigger_categories.ts'
import { LeaveGuard, useSavedDraft } from '#features/common/public.ts'
import { SelectField } from '#kit/fields.tsx'
import { FormSection, FormSections } from '#kit/FormSections.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { Switch } from '#kit/Switch.tsx'
import { ActionRows } from './ActionRows.tsx'
import { AudienceField } from './AudienceField.tsx'
import { ConditionRows } from './ConditionRows.tsx'
import { DryRunCard } from './DryRunCard.tsx'
import { ruleKinds } from './kinds.ts'
import { MacroFiles } from './MacroFiles.tsx'
import { MatchCount } from './MatchCount.tsx'
import { NameFields } from './NameFields.tsx'
import { audienceProblem, type Placed, placeProblems } from './problems.ts'
import { Refused } from './Refused.tsx'
import { conditionsOf, inputOf, type RuleDraft } from './rule_draft.ts'
import { useTrial } from './use_trial.ts'

interface RuleFormProps {
  kind: ActingKind
  /** Names the draft that is kept when the session ends. */
  name: string
  /** The saved rule; undefined for a new one. */
  id: number | undefined
  /** The values that the form begins with; the same object while it is open. */
  initial: RuleDraft
  definitions: RuleDefinitions
  categories: readonly TriggerCategory[]
  /** Why the last attempt failed. */
  error: Error | null
  isBusy: boolean
  /** `onSaved`: the draft is what is saved now. */
  onSave: (input: RuleInput, onSaved: () => void) => void
  onCancel: () => void
}

/** The form. The server validates; what it refuses is shown at the line that it names. */
export function RuleForm(props: RuleFormProps) {
  const { kind, name, id, initial, definitions, categories, error, isBusy, onSave, onCancel } = props
  const [draft, setDraft] = useSavedDraft(name, initial)
  const [saved, setSaved] = useState(initial)
  const trial = useTrial({ kind, id, draft, saved, error })
  const { one, broken, hasConditions } = ruleKinds[kind]
  const change = (part: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...part }))
  const problems = placeProblems(trial.refusal, [...draft.all, ...draft.any], draft.actions)
  const isPlaced = problems.entries.size > 0 || problems.conditions !== undefined || problems.actions !== undefined
  const save = () => {
    trial.saving()
    onSave(inputOf(kind, draft), () => setSaved(draft))
  }
  return (
    <SubmitForm error={trial.refusal} isBusy={isBusy} onSubmit={save}>
      <FormSections>
        <FormSection>
          <Refused one={one} error={trial.isOfSave ? error : null} isPlaced={isPlaced} rest={problems.rest} />
          <General kind={kind} draft={draft} categories={categories} error={trial.isOfSave ? error : null} onChange={change} />
        </FormSection>
        {hasConditions && <Conditions kind={kind} draft={draft} definitions={definitions} problems={problems} onChange={change} />}
        <FormSection>
          <ActionRows
            definitions={definitions.actions}
            entries={draft.actions}
            broken={broken}
            problem={problems.actions}
            problems={problems.entries}
            onChange={(actions) => change({ actions })}
          />
          {kind === 'macros' && (
            <MacroFiles files={draft.files} onChange={(next) => setDraft((now) => ({ ...now, files: next(now.files) }))} />
          )}
        </FormSection>
        {isTried(kind) && <DryRunCard kind={kind} id={id} definitions={definitions} {...trial.card} />}
        <SubmitActions label="Save" isBusy={isBusy} onCancel={onCancel} />
      </FormSections>
      <LeaveGuard isActive={draft !== saved} title={`Leave without saving the ${one}?`}>
        Your changes are not kept.
      </LeaveGuard>
    </SubmitForm>
  )
}

interface ConditionsProps {
  kind: ActingKind
  draft: RuleDraft
  definitions: RuleDefinitions
  problems: Placed
  onChange: (part: Partial<RuleDraft>) => void
}

/** The conditions, and how many tickets meet them. */
function Conditions({ kind, draft, definitions, problems, onChange }: ConditionsProps) {
  return (
    <FormSection>
      <ConditionRows
        legend="All of these conditions are met"
        hint={ruleKinds[kind].hint}
        definitions={definitions.conditions_all}
        entries={draft.all}
        problem={problems.conditions}
        problems={problems.entries}
        onChange={(all) => onChange({ all })}
      />
      <ConditionRows
        legend="At least one of these conditions is met"
        hint="Without any, those above are enough."
        definitions={definitions.conditions_any}
        entries={draft.any}
        problems={problems.entries}
        onChange={(any) => onChange({ any })}
      />
      <MatchCount conditions={conditionsOf(draft)} />
    </FormSection>
  )
}

interface GeneralProps {
  kind: ActingKind
  draft: RuleDraft
  categories: readonly TriggerCategory[]
  error: Error | null
  onChange: (part: Partial<RuleDraft>) => void
}

/** What a rule has besides its conditions and actions. */
function General({ kind, draft, categories, error, onChange }: GeneralProps) {
  return (
    <>
      <NameFields value={draft} hasDescription={ruleKinds[kind].hasDescription} error={error} onChange={onChange} />
      {kind === 'triggers' && categories.length > 0 && (
        <SelectField
          label="Category"
          name="category_id"
          hint="Triggers run in the order of their categories."
          choices={[
            ...(draft.category_id === '' ? [{ value: '', label: 'The last one' }] : []),
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={draft.category_id}
          error={detailOf(error, 'category_id')}
          onChange={(category_id) => onChange({ category_id })}
        />
      )}
      {kind === 'macros' && <AudienceField value={draft} error={audienceProblem(error)} onChange={onChange} />}
      <Switch label="Active" isOn={draft.active} onChange={(active) => onChange({ active })} />
    </>
  )
}
