import { describeError, detailOf } from '#contract/errors.ts'
import type { NewAccessRequest, RequestKind, UnfiledRequest } from './queries.ts'
import { useSavedDraft, LeaveGuard } from '#features/common/public.ts'
import { ScopesField } from '#features/oauth_consent/public.ts'
import { FormBody } from '#kit/Card.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { type Choice, RadioGroup, SelectField, TextArea, TextField } from '#kit/fields.tsx'
import { Notice } from '#kit/Notice.tsx'
import { NextSentence, StuckNotice } from './NextSteps.tsx'
import { describeProblem, integrationKinds, kinds } from './words.ts'

const kindChoices: readonly Choice<RequestKind>[] = [
  { value: 'api_token', label: 'API token', hint: 'Lets a program call the API with administrator-level access. Can be revoked at once.' },
  {
    value: 'integration',
    label: 'Integration',
    hint: 'A persistent connection with another service. Much harder to revoke: for production systems that need persistent access only.',
  },
]
const integrationChoices = [
  { value: '', label: 'Not known yet' },
  ...Object.entries(integrationKinds).map(([value, label]) => ({ value, label })),
]
/** The fields of the form: server errors about these members are shown at the field. */
const fields = ['title', 'business_reason', 'use_case', 'integration_kind', 'scopes', 'lifetime_days', 'external_url']

interface Draft {
  kind: RequestKind
  title: string
  business_reason: string
  use_case: string
  integration_kind: string
  scopes: readonly string[]
  lifetime_days: string
  external_url: string
}

const empty: Draft = {
  kind: 'api_token',
  title: '',
  business_reason: '',
  use_case: '',
  integration_kind: '',
  scopes: [],
  lifetime_days: '',
  external_url: '',
}

interface RequestFormProps {
  /** The manager and the next steps the request would have; undefined while loading. */
  unfiled: UnfiledRequest | undefined
  /** Why the last attempt failed. */
  error: Error | null
  isBusy: boolean
  /** Called when the draft changes what it asks for, so the last error no longer applies. */
  onForget: () => void
  onSave: (input: NewAccessRequest) => void
  onCancel: () => void
}

/** The form for what is requested and why. The server validates; its errors are shown at the fields. */
export function RequestForm({ unfiled, error, isBusy, onForget: onReset, onSave, onCancel }: RequestFormProps) {
  const [chosen, setDraft] = useSavedDraft('access_request', empty)
  const refused = unfiled?.kinds.filter((each) => describeProblem(each) !== undefined) ?? []
  const offered = kindChoices.filter(({ value }) => refused.every(({ kind }) => kind !== value))
  const kind = offered.some(({ value }) => value === chosen.kind) ? chosen.kind : (offered[0]?.value ?? chosen.kind)
  const draft = { ...chosen, kind }
  // without a manager, only the missing manager is shown
  const nextSteps = unfiled?.manager_id == null ? [] : (unfiled.kinds.find((each) => each.kind === kind)?.next_steps ?? [])
  const change = (part: Partial<Draft>) => {
    if (part.kind !== undefined) onReset()
    setDraft({ ...draft, ...part })
  }
  const isShownAtField = fields.some((member) => detailOf(error, member) !== undefined)
  return (
    <SubmitForm error={error} isBusy={isBusy} onSubmit={() => onSave(inputOf(draft))}>
      <LeaveGuard isActive={chosen !== empty} title="Leave without filing the request?">
        What you have entered is not kept.
      </LeaveGuard>
      <FormBody>
        {error !== null && !isShownAtField && (
          <Notice type="error" title="The request was not filed">
            {detailOf(error, 'manager_id') ?? detailOf(error, 'kind') ?? describeError(error)}
          </Notice>
        )}
        {refused.map((without) => (
          <Notice key={without.kind} type="info" title={`No ${kinds[without.kind]} can be asked for here`}>
            {describeProblem(without)}
          </Notice>
        ))}
        <Fields draft={draft} offered={offered} error={error} onChange={change} />
        <StuckNotice steps={nextSteps} told="The administrators are notified when you file the request." />
        <NextSentence steps={nextSteps} isUnfiled />
      </FormBody>
      <SubmitActions label="File request" isBusy={isBusy} onCancel={onCancel} />
    </SubmitForm>
  )
}

interface FieldsProps {
  draft: Draft
  /** The kinds that can be requested on this instance. */
  offered: readonly Choice<RequestKind>[]
  error: Error | null
  onChange: (change: Partial<Draft>) => void
}

function Fields({ draft, offered, error, onChange }: FieldsProps) {
  const bind = (name: Exclude<keyof Draft, 'kind' | 'scopes'>) => ({
    name,
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
    error: detailOf(error, name),
  })
  return (
    <>
      <RadioGroup legend="What do you need?" name="kind" choices={offered} value={draft.kind} onChange={(kind) => onChange({ kind })} />
      <TextField label="Title" hint="What it is for, in a few words." autoComplete="off" isRequired {...bind('title')} />
      <TextArea label="Business reason" hint="Why the business needs this access." isRequired {...bind('business_reason')} />
      <TextArea label="Use case" hint="What calls the API, how often, and what it reads and writes." isRequired {...bind('use_case')} />
      {draft.kind === 'integration' && (
        <>
          <SelectField label="Kind of integration" choices={integrationChoices} {...bind('integration_kind')} />
          <ScopesField values={draft.scopes} error={detailOf(error, 'scopes')} onChange={(scopes) => onChange({ scopes })} />
        </>
      )}
      <TextField
        label="Lifetime in days"
        hint="Leave it empty when the access is needed until it is revoked."
        type="number"
        {...bind('lifetime_days')}
      />
      <TextField
        label="Issue in another tracker"
        hint="The address of the issue, if there is one in a tracker that this instance knows."
        type="url"
        {...bind('external_url')}
      />
    </>
  )
}

function inputOf({ integration_kind, scopes, lifetime_days, external_url, ...rest }: Draft): NewAccessRequest {
  const isIntegration = rest.kind === 'integration'
  return {
    ...rest,
    integration_kind: isIntegration && integration_kind !== '' ? integration_kind : null,
    scopes: isIntegration ? [...scopes] : [],
    lifetime_days: lifetime_days === '' ? null : Number(lifetime_days),
    external_url: external_url === '' ? null : external_url,
  }
}
