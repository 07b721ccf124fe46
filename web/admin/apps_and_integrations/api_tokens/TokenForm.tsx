import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError, detailOf } from '../../../api/errors.ts'
import { issuableRequestsQuery } from '../../../api/issuable_requests.ts'
import type { ApiTokenInput, TokenException } from '../../../api/types.ts'
import { accessRequestIdOf } from '../../../paths.ts'
import { FormError } from '../../../parts/FormError.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FormActions, FormBody } from '../../../ui/Card.tsx'
import { RadioGroup, SelectField, TextArea, TextField } from '../../../ui/fields.tsx'
import type { Choice } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SubmitForm } from '../../../ui/SubmitForm.tsx'
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
  /** Creates the token of an access request of this instance; its value goes to the requester and is shown to nobody else. */
  onHandOver: (accessRequestId: number) => void
  onCancel: () => void
}

/** What the token is for. The server checks; what it refuses is shown at the field. */
export function TokenForm({ error, isBusy, onSave, onHandOver, onCancel }: TokenFormProps) {
  const [draft, setDraft] = useState<Draft>({ ground: 'access_request', description: '', reason: '' })
  const requestId = useRequestId(draft)
  const save = () => !isBusy && onSave(inputOf(draft))
  return (
    <SubmitForm error={error} isBusy={isBusy} onSubmit={() => (requestId === undefined ? save() : onHandOver(requestId))}>
      <FormBody>
        <TokenFields draft={draft} error={error} onChange={(change) => setDraft({ ...draft, ...change })} />
      </FormBody>
      <FormActions>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {requestId === undefined ? (
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Save
          </Button>
        ) : (
          <>
            <Button isBusy={isBusy} onClick={save}>
              Save
            </Button>
            <Button kind="primary" type="submit" isBusy={isBusy}>
              Create and hand over
            </Button>
          </>
        )}
      </FormActions>
    </SubmitForm>
  )
}

/** The access request of this instance that the description names, if any. */
function useRequestId({ ground, description }: Draft): number | undefined {
  const { data: requests } = useQuery(issuableRequestsQuery)
  if (ground !== 'access_request') return undefined
  const url = description.trim()
  return requests?.find(({ page_url }) => page_url === url)?.id ?? accessRequestIdOf(url, location.origin)
}

interface TokenFieldsProps {
  draft: Draft
  error: Error | null
  onChange: (change: Partial<Draft>) => void
}

function TokenFields({ draft, error, onChange }: TokenFieldsProps) {
  const isException = draft.ground !== 'access_request'
  const problems = { description: detailOf(error, 'description'), reason: detailOf(error, 'reason') }
  return (
    <>
      <FormError error={error} title="The token was not added" fields={isException ? ['description', 'reason'] : ['description']} />
      <RadioGroup
        legend="What the token is issued for"
        name="ground"
        choices={grounds}
        value={draft.ground}
        onChange={(ground) => onChange({ ground })}
      />
      {!isException && <RequestField value={draft.description} onChange={(description) => onChange({ description })} />}
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

/** The accepted requests one may issue; none of them, and there is no field: the URL is then typed in. */
function RequestField({ value, onChange }: { value: string; onChange: (url: string) => void }) {
  const { data: requests, error } = useQuery(issuableRequestsQuery)
  if (error !== null)
    return (
      <Notice type="warning" title="The accepted access requests could not be loaded">
        {describeError(error)}
      </Notice>
    )
  if (requests === undefined || requests.length === 0) return null
  const none = { value: '', label: 'Another one, by its URL' }
  const choices = requests.map(({ page_url, title, requester_name }) => ({ value: page_url, label: `${title} — ${requester_name}` }))
  return (
    <SelectField
      label="Accepted access request"
      name="access_request"
      hint="Its URL becomes the description of the token."
      choices={[none, ...choices]}
      value={choices.some((choice) => choice.value === value) ? value : ''}
      onChange={onChange}
    />
  )
}

function ReasonField({ value, error, onChange }: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const hint = 'Why the token is issued without an access request. It is kept in the audit log.'
  return <TextArea label="Reason" name="reason" hint={hint} value={value} onChange={onChange} error={error} isRequired />
}

function inputOf({ ground, description, reason }: Draft): ApiTokenInput {
  return ground === 'access_request' ? { description } : { description, exception: ground, reason }
}
