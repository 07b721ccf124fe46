// The form of a view, drawn from the definitions of the API.
// Does not belong here: loading and saving (ViewEditor.tsx), its values (view_draft.ts), one condition (../rules/ConditionRows.tsx).

import { useState } from 'react'
import type { RuleInput } from '../queries/rule_records.ts'
import type { ViewDefinitions } from '../queries/views.ts'
import { LeaveGuard, useSavedDraft } from '#features/common/public.ts'
import { AudienceField } from '../rules/AudienceField.tsx'
import { ConditionRows } from '../rules/ConditionRows.tsx'
import { ruleKinds } from '../rules/kinds.ts'
import { NameFields } from '../rules/NameFields.tsx'
import { type Placed, placeProblems } from '../rules/problems.ts'
import { Refused } from '../rules/Refused.tsx'
import { Card } from '#kit/Card.tsx'
import { FormSection, FormSections } from '#kit/FormSections.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { Switch } from '#kit/Switch.tsx'
import { ColumnsField } from './ColumnsField.tsx'
import { OrderField } from './OrderField.tsx'
import { type OutputProblems, outputProblems } from './output_problems.ts'
import { Preview } from './Preview.tsx'
import { contentOf, inputOf, type ViewDraft } from './view_draft.ts'

interface ViewFormProps {
  /** Names the draft that is kept when the session ends. */
  name: string
  /** The values that the form begins with; the same object while it is open. */
  initial: ViewDraft
  /** The title as it is stored; undefined for a new view. */
  raw_title: string | undefined
  definitions: ViewDefinitions
  /** Why the last attempt failed. */
  error: Error | null
  isBusy: boolean
  /** `onSaved`: the draft is what is saved now. */
  onSave: (input: RuleInput, onSaved: () => void) => void
  onCancel: () => void
}

interface PartProps {
  draft: ViewDraft
  definitions: ViewDefinitions
  /** What was refused of conditions, and of the rest. */
  problems: Placed
  output: OutputProblems
  onChange: (part: Partial<ViewDraft>) => void
}

/** The form. The server validates; what it refuses is shown where it belongs. */
export function ViewForm({ name, initial, raw_title, definitions, error, isBusy, onSave, onCancel }: ViewFormProps) {
  const [draft, setDraft] = useSavedDraft(name, initial)
  const [saved, setSaved] = useState(initial)
  const problems = placeProblems(error, [...draft.all, ...draft.any], [])
  const output = outputProblems(problems.rest)
  const isPlaced = problems.entries.size > 0 || problems.conditions !== undefined || output.rest.length < problems.rest.length
  const parts = { draft, definitions, problems, output, onChange: (part: Partial<ViewDraft>) => setDraft({ ...draft, ...part }) }
  return (
    <SubmitForm error={error} isBusy={isBusy} onSubmit={() => onSave(inputOf(draft, raw_title), () => setSaved(draft))}>
      <FormSections>
        <FormSection>
          <Refused one={ruleKinds.views.one} error={error} isPlaced={isPlaced} rest={output.rest} />
          <General {...parts} error={error} />
        </FormSection>
        <FormSection>
          <Conditions {...parts} />
        </FormSection>
        <FormSection>
          <Table {...parts} />
        </FormSection>
        <Card>
          <Preview content={contentOf(draft)} definitions={definitions} />
        </Card>
        <SubmitActions label="Save" isBusy={isBusy} onCancel={onCancel} />
      </FormSections>
      <LeaveGuard isActive={draft !== saved} title="Leave without saving the view?">
        Your changes are not kept.
      </LeaveGuard>
    </SubmitForm>
  )
}

/** Its names, and who it is for. */
function General({ draft, output, error, onChange }: PartProps & { error: Error | null }) {
  return (
    <>
      <NameFields value={draft} hint="What it is for, for the people who use it." error={error} onChange={onChange} />
      <AudienceField value={draft} error={output.audience} onChange={onChange} />
      <Switch label="Active" isOn={draft.active} onChange={(active) => onChange({ active })} />
    </>
  )
}

function Conditions({ draft, definitions, problems, onChange }: PartProps) {
  return (
    <>
      <ConditionRows
        legend="All of these conditions are met"
        hint={ruleKinds.views.hint}
        definitions={definitions.conditions_all}
        entries={draft.all}
        broken={ruleKinds.views.broken}
        problem={problems.conditions}
        problems={problems.entries}
        onChange={(all) => onChange({ all })}
      />
      <ConditionRows
        legend="At least one of these conditions is met"
        hint="Without any, those above are enough."
        definitions={definitions.conditions_any}
        entries={draft.any}
        broken={ruleKinds.views.broken}
        problems={problems.entries}
        onChange={(any) => onChange({ any })}
      />
    </>
  )
}

/** The columns of its table, and the order of its tickets. */
function Table({ draft, definitions, output, onChange }: PartProps) {
  return (
    <>
      <ColumnsField
        definitions={definitions.output}
        entries={draft.columns}
        problem={output.columns}
        onChange={(columns) => onChange({ columns })}
      />
      <OrderField
        label="Group by"
        name="group"
        hint="Tickets with the same value stand together."
        definitions={definitions.groupables}
        by={draft.group_by}
        order={draft.group_order}
        error={output.group}
        onChange={(group_by, group_order) => onChange({ group_by, group_order })}
      />
      <OrderField
        label="Sort by"
        name="sort"
        hint="Within a group, if there are groups."
        definitions={definitions.sortables}
        by={draft.sort_by}
        order={draft.sort_order}
        error={output.sort}
        onChange={(sort_by, sort_order) => onChange({ sort_by, sort_order })}
      />
    </>
  )
}
