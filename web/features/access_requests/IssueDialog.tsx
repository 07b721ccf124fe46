import { useState } from 'react'
import { type AccessRequest, useIssue } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError, LeaveGuard } from '#features/common/public.ts'
import { CopyField } from '#kit/CopyField.tsx'
import { RadioGroup } from '#kit/fields.tsx'
import { FormDialog, MessageDialog } from '#kit/FormDialog.tsx'
import { Notice } from '#kit/Notice.tsx'
import { PasswordField } from '#kit/PasswordField.tsx'
import { showToast } from '#kit/toasts.tsx'
import { steps } from './words.ts'

const modes = [
  {
    value: 'hand_over' as const,
    label: 'Create and hand over',
    hint: 'The value goes straight into a one-time secret for the requester. Nobody else ever sees it.',
  },
  {
    value: 'show' as const,
    label: 'Create and show me the value',
    hint: 'You copy the value and hand it over yourself, as a one-time secret.',
  },
]

interface IssueDialogProps {
  request: AccessRequest
  onClose: () => void
}

/** Issues the token a request asks for. @source docs/reference/specification.md §5.6.4, §5.6.5, §5.6.8 */
export function IssueDialog({ request, onClose }: IssueDialogProps) {
  const issue = useIssue(request.id)
  const [mode, setMode] = useState<(typeof modes)[number]['value']>('hand_over')
  const [passphrase, setPassphrase] = useState('')
  if (issue.data !== undefined && 'token' in issue.data) return <Value token={issue.data.token} onClose={onClose} />
  const submit = () =>
    issue.mutate(
      { mode, ...(mode === 'hand_over' && passphrase !== '' ? { passphrase } : {}) },
      {
        onSuccess: (made) => {
          if ('token' in made) return
          showToast('success', steps.issue.done)
          onClose()
        },
      },
    )
  const problem = detailOf(issue.error, 'passphrase')
  return (
    <FormDialog
      title={steps.issue.title}
      actionLabel={steps.issue.label}
      isBusy={issue.isPending}
      error={issue.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={issue.error} title="The token was not issued" fields={['passphrase']} />
      <p>{steps.issue.consequence}</p>
      <RadioGroup legend="How" name="mode" choices={modes} value={mode} onChange={setMode} />
      {mode === 'hand_over' && (
        <PasswordField
          label="Passphrase (optional)"
          name="passphrase"
          hint="Eight characters or more. Tell it to the requester in another way, for example by telephone."
          value={passphrase}
          onChange={setPassphrase}
          error={problem}
        />
      )}
    </FormDialog>
  )
}

function Value({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <MessageDialog title="Copy the token now" actionLabel="I have copied it" onClose={onClose}>
      <LeaveGuard isActive title="Leave without the token?">
        Its value is shown only once. If you have not copied it, you cannot get it back.
      </LeaveGuard>
      <Notice type="warning" title="This is the only time its value is shown">
        Hand it over as a one-time secret, never by mail or chat.
      </Notice>
      <CopyField label="Token" name="token" value={token} hint="It has administrator-level access and works at once." />
    </MessageDialog>
  )
}
