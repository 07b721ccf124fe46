import { useState } from 'react'
import { type AccessRequest, type AccessRequestTexts, useChangeTexts } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError } from '#features/common/public.ts'
import { TextArea, TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { showToast } from '#kit/toasts.tsx'

const FIELDS = ['title', 'business_reason', 'use_case', 'external_url'] as const

/** Edits the texts of the user's own request until the manager approves it; the manager is notified. */
export function EditDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const change = useChangeTexts(request.id)
  const { title, business_reason, use_case, external_url } = request
  const [draft, setDraft] = useState({ title, business_reason, use_case, external_url: external_url ?? '' })
  const bind = (name: keyof AccessRequestTexts) => ({
    name,
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    error: detailOf(change.error, name),
  })
  const submit = () =>
    change.mutate(
      { ...draft, external_url: draft.external_url === '' ? null : draft.external_url },
      {
        onSuccess: () => {
          showToast('success', 'Access request changed')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="Edit the access request"
      actionLabel="Save"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={change.error} title="The request was not changed" fields={FIELDS} />
      <TextField label="Title" hint="What it is for, in a few words." autoComplete="off" isRequired {...bind('title')} />
      <TextArea label="Business reason" hint="Why the business needs this access." isRequired {...bind('business_reason')} />
      <TextArea label="Use case" hint="What calls the API, how often, and what it reads and writes." isRequired {...bind('use_case')} />
      <TextField
        label="Issue in another tracker"
        hint="The address of the issue, if there is one in a tracker that this instance knows."
        type="url"
        {...bind('external_url')}
      />
    </FormDialog>
  )
}
