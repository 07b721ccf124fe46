// The fields of a webhook.
// Does not belong here: saving (WebhookEditor.tsx), what is sent for them (draft.ts).

import { detailOf } from '#contract/errors.ts'
import { FormError } from '#features/common/public.ts'
import { Card, Cards, FormBody } from '#kit/Card.tsx'
import { SelectField, TextArea, TextField } from '#kit/fields.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { Switch } from '#kit/Switch.tsx'
import { AuthenticationFields } from './AuthenticationFields.tsx'
import { type FieldsProps, findRepeatedHeader } from './draft.ts'
import { HeaderRows } from './HeaderRows.tsx'
import { SubscriptionFields } from './SubscriptionFields.tsx'
import { formats } from './words.ts'

interface WebhookFormProps extends FieldsProps {
  /** The type of authentication whose secret is stored. */
  stored: string | undefined
  isBusy: boolean
  onSubmit: () => void
  onCancel: () => void
}

const MEMBERS = [
  'name',
  'description',
  'endpoint',
  'http_method',
  'request_format',
  'authentication',
  'custom_headers',
  'subscriptions',
] as const

/** The form. The server validates; what it refuses is shown at the field that it names. */
export function WebhookForm({ stored, isBusy, onSubmit, onCancel, ...fields }: WebhookFormProps) {
  const { draft, error } = fields
  const repeated = findRepeatedHeader(draft)
  return (
    <SubmitForm label="Webhook" error={error} isBusy={isBusy} onSubmit={() => (repeated === undefined ? onSubmit() : undefined)}>
      <Cards>
        <Card>
          <FormBody>
            <FormError error={error} title="The webhook was not saved" fields={MEMBERS} />
            <General {...fields} />
          </FormBody>
        </Card>
        <Card>
          <FormBody>
            <SubscriptionFields {...fields} />
          </FormBody>
        </Card>
        <Card>
          <FormBody>
            <AuthenticationFields {...fields} stored={stored} />
          </FormBody>
        </Card>
        <Card>
          <FormBody>
            <HeaderRows {...fields} repeated={repeated} />
          </FormBody>
          <SubmitActions label="Save" isBusy={isBusy} onCancel={onCancel} />
        </Card>
      </Cards>
    </SubmitForm>
  )
}

const methods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((value) => ({ value, label: value }))

function General({ draft, error, onChange }: FieldsProps) {
  const bind = (name: 'name' | 'description' | 'endpoint' | 'http_method' | 'request_format') => ({
    name,
    value: draft[name],
    error: detailOf(error, name),
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      <TextField {...bind('name')} label="Name" autoComplete="off" isRequired />
      <TextArea {...bind('description')} label="Description" hint="What it is for, for the people who read the list." />
      <TextField
        {...bind('endpoint')}
        label="Endpoint"
        hint="The address that is called: HTTPS or HTTP, on a public server, without user name and password."
        autoComplete="off"
        isRequired
      />
      <SelectField
        {...bind('http_method')}
        label="Method"
        hint="Calls by GET and DELETE have parameters in place of a body."
        choices={methods}
      />
      <SelectField {...bind('request_format')} label="Format" choices={formats} />
      <Switch label="Active" hint="One that is not active is not called." isOn={draft.active} onChange={(active) => onChange({ active })} />
    </>
  )
}
