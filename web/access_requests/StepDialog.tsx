import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ImpactBrief } from '../admin/apps_and_integrations/api_tokens/Impact.tsx'
import { type AccessRequest, type StepName, useTakeStep } from '../api/access_requests.ts'
import { describeError, detailOf } from '../api/errors.ts'
import { meQuery } from '../api/session.ts'
import { TextArea, TextField } from '../ui/fields.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useShowToast } from '../ui/toasts.tsx'
import { steps } from './words.ts'

/** Asks for what a step needs, takes it, and says how it went. */
export function StepDialog({ request, step, onClose }: { request: AccessRequest; step: StepName; onClose: () => void }) {
  const { title, label, consequence, reason: asks, isDanger, done } = steps[step]
  const { data: me } = useQuery(meQuery)
  const take = useTakeStep(request.id)
  const showToast = useShowToast()
  const [reason, setReason] = useState('')
  const [confirm, setConfirm] = useState('')
  const problems = { reason: detailOf(take.error, 'reason'), confirm: detailOf(take.error, 'confirm') }
  // an integration is much harder to get back than a token: its name is typed. @source specification 5.5 rule 2
  const needsName = step === 'revoke' && request.integration_id !== null
  const submit = () =>
    take.mutate(
      { step, reason, ...(needsName ? { confirm } : {}) },
      {
        onSuccess: () => {
          showToast('success', done)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={title}
      actionLabel={label}
      isDanger={isDanger}
      isBusy={take.isPending}
      error={take.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {take.error !== null && problems.reason === undefined && problems.confirm === undefined && (
        <Notice type="error" title="That was not possible">
          {describeError(take.error)}
        </Notice>
      )}
      {step === 'revoke' && me?.role === 'admin' && request.api_token_id !== null && <ImpactBrief id={request.api_token_id} />}
      <p>{consequence}</p>
      {asks && (
        <TextArea
          label={asks.label}
          name="reason"
          hint={asks.hint}
          value={reason}
          onChange={setReason}
          error={problems.reason}
          isRequired={asks.isRequired}
        />
      )}
      {needsName && (
        <TextField
          label="Name of the integration"
          name="confirm"
          hint="As it stands, to confirm that it is this one."
          autoComplete="off"
          value={confirm}
          onChange={setConfirm}
          error={problems.confirm}
          isRequired
        />
      )}
    </FormDialog>
  )
}
