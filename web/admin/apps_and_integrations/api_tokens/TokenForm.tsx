import { useState } from 'react'
import { describeError, detailOf } from '../../../api/errors.ts'
import type { ApiTokenInput, TokenException } from '../../../api/types.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormActions, FormBody } from '../../../ui/Card.tsx'
import { RadioGroup, TextArea, TextField } from '../../../ui/fields.tsx'
import type { Choice } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useFocusOnError } from '../../../ui/use_focus_on_error.ts'
import { exceptionChoices } from './token.ts'

type Ground = 'access_request' | TokenException

const grounds: readonly Choice<Ground>[] = [
  { value: 'access_request', label: 'URL of the access request', hint: 'The request has been approved by a manager and reviewed.' },
  { value: 'personal_use', label: exceptionChoices.personal_use, hint: 'Needs no access request, but a reason.' },
  { value: 'team_automation', label: exceptionChoices.team_automation, hint: 'Needs no access request, but a reason.' },
]

interface Draft {
  ground: Ground
  description: string
  reason: string
}

interface TokenFormProps {
  /** Why the last attempt failed. */
  error: Error | null
  isBusy: boolean
  onSave: (input: ApiTokenInput) => void
  onCancel: () => void
}

/** What the token is for. The server checks; what it refuses is shown at the field. */
export function TokenForm({ error, isBusy, onSave, onCancel }: TokenFormProps) {
  const [draft, setDraft] = useState<Draft>({ ground: 'access_request', description: '', reason: '' })
  const form = useFocusOnError(error)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSave(inputOf(draft))
      }}
    >
      <FormBody>
        <TokenFields draft={draft} error={error} onChange={(change) => setDraft({ ...draft, ...change })} />
      </FormBody>
      <FormActions>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}

interface TokenFieldsProps {
  draft: Draft
  error: Error | null
  onChange: (change: Partial<Draft>) => void
}

function TokenFields({ draft, error, onChange }: TokenFieldsProps) {
  const isException = draft.ground !== 'access_request'
  const problems = { description: detailOf(error, 'description'), reason: detailOf(error, 'reason') }
  const isShownAtField = problems.description !== undefined || (isException && problems.reason !== undefined)
  return (
    <>
      {error !== null && !isShownAtField && (
        <Notice type="error" title="The token was not added">
          {describeError(error)}
        </Notice>
      )}
      <RadioGroup
        legend="What the token is issued for"
        name="ground"
        choices={grounds}
        value={draft.ground}
        onChange={(ground) => onChange({ ground })}
      />
      <TextField
        label="Description"
        name="description"
        type={isException ? 'text' : 'url'}
        hint={isException ? 'Who or what uses the token.' : 'For example https://issues.example.com/access/1234'}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        error={problems.description}
        autoComplete="off"
        isRequired
      />
      {isException && <ReasonField value={draft.reason} error={problems.reason} onChange={(reason) => onChange({ reason })} />}
    </>
  )
}

function ReasonField({ value, error, onChange }: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const hint = 'Why the token is issued without an access request. It is kept in the audit log.'
  return <TextArea label="Reason" name="reason" hint={hint} value={value} onChange={onChange} error={error} isRequired />
}

function inputOf({ ground, description, reason }: Draft): ApiTokenInput {
  return ground === 'access_request' ? { description } : { description, exception: ground, reason }
}
