import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ImpactText } from '#features/api_tokens/public.ts'
import { type AccessRequest, isOutdated, requestImpactQuery, type ReasonedStep, useTakeStep } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError } from '#features/common/public.ts'
import { TextArea, TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { Facts, UserText } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { steps } from './words.ts'

interface StepDialogProps {
  request: AccessRequest
  step: ReasonedStep
  /** The request was edited after the page loaded it: nothing was done, and the page shows the new text. */
  onOutdated: () => void
  onClose: () => void
}

/** Collects the input a step needs, takes the step, and reports the result. */
export function StepDialog({ request, step, onOutdated, onClose }: StepDialogProps) {
  const { title, label, consequence, reason: reasonField, isDanger, done } = steps[step]
  const take = useTakeStep(request.id)
  const [reason, setReason] = useState('')
  const [confirm, setConfirm] = useState('')
  // the request as the user saw it when the dialog opened; the page may refetch a newer text in the background
  const [shownRequest] = useState(request)
  const { text_version } = shownRequest
  const problems = { reason: detailOf(take.error, 'reason'), confirm: detailOf(take.error, 'confirm') }
  // an integration is much harder to restore than a token: its name must be typed. @source docs/reference/specification.md §5.5.2
  const needsName = step === 'revoke' && request.integration_id !== null
  const submit = () =>
    take.mutate(
      { step, reason, ...(step === 'revoke' ? {} : { text_version }), ...(needsName ? { confirm } : {}) },
      {
        onSuccess: () => {
          showToast('success', done)
          onClose()
        },
        onError: (error) => (isOutdated(error) && step !== 'revoke' ? onOutdated() : undefined),
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
      <FormError error={take.error} title="That was not possible" fields={['reason', 'confirm']} />
      {step === 'revoke' && request.api_token_id !== null && <RequestImpact id={request.id} />}
      <p>{consequence}</p>
      {DECISIONS.includes(step) && <DecisionFacts request={shownRequest} />}
      {reasonField && (
        <TextArea
          label={reasonField.label}
          name="reason"
          hint={reasonField.hint}
          value={reason}
          onChange={setReason}
          error={problems.reason}
          isRequired={reasonField.isRequired}
        />
      )}
      {needsName && (
        <TextField
          label="Name of the integration"
          name="confirm"
          hint="Type it exactly, to confirm that you mean this one."
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

/** The steps that decide on a request. */
const DECISIONS: readonly ReasonedStep[] = ['approve', 'review', 'accept', 'reject']

/** The text being decided on, beside the form. @source docs/reference/specification.md §5.6.3 */
function DecisionFacts({ request: { business_reason, use_case } }: { request: AccessRequest }) {
  return (
    <Facts>
      <dt>Business reason</dt>
      <dd>
        <UserText>{business_reason}</UserText>
      </dd>
      <dt>Use case</dt>
      <dd>
        <UserText>{use_case}</UserText>
      </dd>
    </Facts>
  )
}

/** What breaks when the token of a request is revoked, for users who may revoke it. @source docs/reference/access_governance.md §10 */
function RequestImpact({ id }: { id: number }) {
  const { data, error } = useQuery(requestImpactQuery(id))
  return <ImpactText impact={data} error={error} />
}
