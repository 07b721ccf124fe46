import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError, detailOf } from '#contract/errors.ts'
import { issuableRequestsQuery } from './issuable_requests.ts'
import type { ApiTokenInput, TokenBounds as Bounds } from './queries.ts'
import { accessRequestIdOf } from '#lib/paths.ts'
import { FormError, useSavedDraft, LeaveGuard } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { FormActions, FormBody } from '#kit/Card.tsx'
import { RadioGroup, SelectField, TextArea, TextField } from '#kit/fields.tsx'
import type { Choice } from '#kit/fields.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { exceptionChoices } from './token.ts'
import { BOUNDS, TokenBounds } from './TokenBounds.tsx'
import { boundsOf, emptyToken, type Ground, type TokenDraft, tokenInputOf } from './token_draft.ts'

const grounds: readonly Choice<Ground>[] = [
  { value: 'access_request', label: 'URL of the access request', hint: 'The request has been approved by a manager and reviewed.' },
  { value: 'personal_use', label: exceptionChoices.personal_use, hint: 'Needs no access request, but a reason.' },
  { value: 'team_automation', label: exceptionChoices.team_automation, hint: 'Needs no access request, but a reason.' },
]

interface TokenFormProps {
  /** The grounds the user may add tokens for; at least one. */
  allowed: readonly Ground[]
  /** Why the last attempt failed. */
  error: Error | null
  isBusy: boolean
  /** Called when the ground changes, so the last error no longer applies. */
  onForget: () => void
  onSave: (input: ApiTokenInput) => void
  /** Creates the token of an access request of this instance; its value is handed over to the requester and shown to no one else. */
  onHandOver: (accessRequestId: number, bounds: Bounds) => void
  onCancel: () => void
}

/** The form for what a token is for. The server validates; its errors are shown at the fields. */
export function TokenForm({ allowed, error, isBusy, onForget: onReset, onSave, onHandOver, onCancel }: TokenFormProps) {
  const [kept, setDraft] = useSavedDraft('api_token', emptyToken)
  const draft = allowed.includes(kept.ground) ? kept : { ...kept, ground: allowed[0] ?? kept.ground }
  // members edited since the last attempt: its errors no longer apply to them
  const [changed, setChanged] = useState<readonly string[]>([])
  const requestId = useRequestId(draft)
  const change = (part: Partial<TokenDraft>) => {
    if (part.ground !== undefined) onReset()
    setChanged([...changed, ...Object.keys(part).map((key) => MEMBERS[key] ?? key)])
    setDraft({ ...draft, ...part })
  }
  const send = (act: () => void) => {
    setChanged([])
    act()
  }
  return (
    <SubmitForm error={error} isBusy={isBusy} onSubmit={() => send(() => onSave(tokenInputOf(draft)))}>
      <LeaveGuard isActive={kept !== emptyToken} title="Leave without adding the token?">
        What you have entered is not kept.
      </LeaveGuard>
      <FormBody>
        <TokenFields allowed={allowed} draft={draft} error={error} changed={changed} onChange={change} />
      </FormBody>
      <FormActions>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {/* Enter must trigger Save, whichever buttons are shown: docs/reference/specification.md §5.6.7 */}
        <Button kind={requestId === undefined ? 'primary' : 'plain'} type="submit" isBusy={isBusy}>
          Save
        </Button>
        {requestId !== undefined && (
          <Button kind="primary" isBusy={isBusy} onClick={() => !isBusy && send(() => onHandOver(requestId, boundsOf(draft)))}>
            Create and hand over
          </Button>
        )}
      </FormActions>
    </SubmitForm>
  )
}

/** The access request of this instance that the description names, if any. */
function useRequestId({ ground, description }: TokenDraft): number | undefined {
  const { data: requests } = useQuery(issuableRequestsQuery)
  if (ground !== 'access_request') return undefined
  const url = description.trim()
  return requests?.find(({ page_url }) => page_url === url)?.id ?? accessRequestIdOf(url, location.origin)
}

/** Fields whose names differ from those of the members they fill. */
const MEMBERS: Readonly<Record<string, string>> = { last_day: 'expires_at', addresses: 'allowed_ips', budget: 'per_minute' }

interface TokenFieldsProps {
  allowed: readonly Ground[]
  draft: TokenDraft
  error: Error | null
  /** The members that were changed since the last attempt. */
  changed: readonly string[]
  onChange: (change: Partial<TokenDraft>) => void
}

function TokenFields({ allowed, draft, error, changed, onChange }: TokenFieldsProps) {
  const isException = draft.ground !== 'access_request'
  const findProblem = (member: string) => (changed.includes(member) ? undefined : detailOf(error, member))
  const fields = ['description', ...(isException ? ['reason'] : []), ...BOUNDS]
  return (
    <>
      <FormError error={error} title="The token was not added" fields={fields} />
      {allowed.length > 1 && (
        <RadioGroup
          legend="What the token is issued for"
          name="ground"
          choices={grounds.filter(({ value }) => allowed.includes(value))}
          value={draft.ground}
          onChange={(ground) => onChange({ ground })}
        />
      )}
      {!isException && <RequestField value={draft.description} onChange={(description) => onChange({ description })} />}
      <TextField
        label="Description"
        name="description"
        type={isException ? 'text' : 'url'}
        hint={isException ? 'Who or what uses the token.' : 'For example https://issues.example.com/access/1234'}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        error={findProblem('description')}
        autoComplete="off"
        isRequired
      />
      {isException && <ReasonField value={draft.reason} error={findProblem('reason')} onChange={(reason) => onChange({ reason })} />}
      <TokenBounds draft={draft} problem={findProblem} onChange={onChange} />
    </>
  )
}

/** The accepted requests the user may issue; without any, no field is shown and the URL is typed instead. */
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
