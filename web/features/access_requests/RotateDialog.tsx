import { useState } from 'react'
import { useRotateGrant } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError } from '#features/common/public.ts'
import { FormDialog } from '#kit/FormDialog.tsx'
import { PasswordField } from '#kit/PasswordField.tsx'
import { showToast } from '#kit/toasts.tsx'

/** Rotates the credential when the requester did not open the one-time secret in time. @source docs/reference/access_governance.md §8 */
export function RotateDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const rotate = useRotateGrant(id)
  const [passphrase, setPassphrase] = useState('')
  const submit = () =>
    rotate.mutate(passphrase === '' ? {} : { passphrase }, {
      onSuccess: () => {
        showToast('success', 'A new value waits for the requester as a one-time secret')
        onClose()
      },
    })
  return (
    <FormDialog
      title="Make a new value"
      actionLabel="Make it"
      isBusy={rotate.isPending}
      error={rotate.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={rotate.error} title="No new value was made" fields={['passphrase']} />
      <p>
        It goes straight into a one-time secret for the requester. The value that was not opened ends when nobody has called with it for a
        while.
      </p>
      <PasswordField
        label="Passphrase (optional)"
        name="passphrase"
        hint="Eight characters or more. Tell it to the requester in another way, for example by telephone."
        value={passphrase}
        onChange={setPassphrase}
        error={detailOf(rotate.error, 'passphrase')}
      />
    </FormDialog>
  )
}
