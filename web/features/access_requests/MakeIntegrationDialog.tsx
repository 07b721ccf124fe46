import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccessRequest, useMakeIntegration } from './queries.ts'
import { describeError, detailOf } from '#contract/errors.ts'
import { type IntegrationKind, integrationKindsQuery } from '#features/integrations/public.ts'
import { SelectField, TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { Notice } from '#kit/Notice.tsx'
import { showToast } from '#kit/toasts.tsx'

interface Draft {
  kind: string
  name: string
  config: Readonly<Record<string, string>>
}

/** Makes the integration a request asks for, as the integration-bot agent. @source docs/reference/specification.md §5.5.3, §5.6.4 */
export function MakeIntegrationDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const { data: kinds = [] } = useQuery(integrationKindsQuery)
  const make = useMakeIntegration(request.id)
  const [draft, setDraft] = useState<Draft>({ kind: request.integration_kind ?? '', name: request.title, config: {} })
  const kind = kinds.find((each) => each.kind === draft.kind)
  const members = kind?.config ?? []
  const isShownAtField = ['name', 'kind', ...members.map(({ key }) => `config.${key}`)].some((member) => detailOf(make.error, member))
  const submit = () =>
    make.mutate(draft, {
      onSuccess: () => {
        showToast('success', 'Integration made; its checklist is open')
        onClose()
      },
    })
  return (
    <FormDialog
      title="Make the integration"
      actionLabel="Make it"
      isBusy={make.isPending}
      error={make.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {make.error !== null && !isShownAtField && (
        <Notice type="error" title="The integration was not made">
          {detailOf(make.error, 'access_request_id') ?? describeError(make.error)}
        </Notice>
      )}
      <p>{kind?.description ?? 'It takes its scopes from this request.'}</p>
      <Fields
        draft={draft}
        kinds={kinds}
        isKindFixed={request.integration_kind !== null}
        error={make.error}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </FormDialog>
  )
}

interface FieldsProps {
  draft: Draft
  kinds: readonly IntegrationKind[]
  isKindFixed: boolean
  error: Error | null
  onChange: (change: Partial<Draft>) => void
}

function Fields({ draft, kinds, isKindFixed, error, onChange }: FieldsProps) {
  const members = kinds.find((each) => each.kind === draft.kind)?.config ?? []
  const choices = [{ value: '', label: 'Choose one' }, ...kinds.map(({ kind: value, title: label }) => ({ value, label }))]
  return (
    <>
      <TextField
        label="Name"
        name="name"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={detailOf(error, 'name')}
        isRequired
      />
      {!isKindFixed && (
        <SelectField
          label="Kind"
          name="kind"
          value={draft.kind}
          onChange={(kind) => onChange({ kind, config: {} })}
          choices={choices}
          error={detailOf(error, 'kind')}
        />
      )}
      {members.map(({ key, title, hint, is, required }) => (
        <TextField
          key={key}
          label={title}
          name={key}
          hint={hint}
          type={is === 'secret' ? 'password' : is === 'email' ? 'email' : 'text'}
          autoComplete="off"
          value={draft.config[key] ?? ''}
          onChange={(value) => onChange({ config: { ...draft.config, [key]: value } })}
          error={detailOf(error, `config.${key}`)}
          isRequired={required}
        />
      ))}
    </>
  )
}
