import { useState } from 'react'
import { useHandOverValue } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError } from '#features/common/public.ts'
import { TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { PasswordField } from '#kit/PasswordField.tsx'
import { showToast } from '#kit/toasts.tsx'

/** Hands a copied value to the requester as a one-time secret. @source docs/reference/specification.md §5.6.7, §5.6.8 */
export function HandOverDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const handOver = useHandOverValue(id)
  const [value, setValue] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const problems = { value: detailOf(handOver.error, 'value'), passphrase: detailOf(handOver.error, 'passphrase') }
  const submit = () =>
    handOver.mutate(
      { value, ...(passphrase === '' ? {} : { passphrase }) },
      {
        onSuccess: () => {
          showToast('success', 'The value waits for the requester as a one-time secret')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="Hand the token over"
      actionLabel="Hand over"
      isBusy={handOver.isPending}
      error={handOver.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={handOver.error} title="The token was not handed over" fields={['value', 'passphrase']} />
      <p>The value becomes a one-time secret that the requester alone can open, once.</p>
      <TextField
        label="Token"
        name="value"
        type="password"
        hint="The value you copied when the token was issued."
        autoComplete="off"
        value={value}
        onChange={setValue}
        error={problems.value}
        isRequired
      />
      <PasswordField
        label="Passphrase (optional)"
        name="passphrase"
        hint="Eight characters or more. Tell it to the requester in another way, for example by telephone."
        value={passphrase}
        onChange={setPassphrase}
        error={problems.passphrase}
      />
    </FormDialog>
  )
}
