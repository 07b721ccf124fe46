import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type Integration, integrationImpactQuery, useRevokeIntegration } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { TextArea, TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { Strong } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { impactSentence, lossSentence } from './integration.ts'

/** Says what is revoked and who is affected; requires a reason and the typed name. @source docs/reference/specification.md §5.5.2 */
export function RevokeDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [confirm, setConfirm] = useState('')
  const revoke = useRevokeIntegration(integration.id)
  const { error } = revoke
  const problems = { reason: detailOf(error, 'reason'), confirm: detailOf(error, 'confirm') }
  const submit = () =>
    revoke.mutate(
      { reason, confirm },
      {
        onSuccess: ({ state }) => {
          showToast(
            'success',
            state === 'revoked' ? 'The integration is revoked' : 'Its credentials are removed. Its checklist says what is left to do.',
          )
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Revoke ${integration.name}?`}
      actionLabel="Revoke"
      isDanger
      isBusy={revoke.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={error} title="The integration was not revoked" fields={['reason', 'confirm']} />
      <p>
        {lossSentence(integration)} <Impact id={integration.id} /> This cannot be undone.
      </p>
      <TextArea
        label="Reason"
        name="reason"
        hint="It is kept with the access request and in the audit log."
        value={reason}
        onChange={setReason}
        error={problems.reason}
        isRequired
      />
      <TextField
        label="Name of the integration"
        name="confirm"
        hint={
          <>
            Type <Strong>{integration.name}</Strong> to confirm.
          </>
        }
        value={confirm}
        onChange={setConfirm}
        error={problems.confirm}
        autoComplete="off"
        isRequired
      />
    </FormDialog>
  )
}

function Impact({ id }: { id: number }) {
  const { data: impact } = useQuery(integrationImpactQuery(id))
  return impact === undefined ? null : impactSentence(impact)
}
