// Setting up a second factor in three steps: the password, the QR code with a first code from the app, the recovery codes.
// Does not belong here: the pages around it.

import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { type NewSecondFactor, useConfirmSecondFactor, useStartSecondFactor } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { TextField } from '#kit/fields.tsx'
import { QrCode } from '#kit/QrCode.tsx'
import { useFocusOnMount } from '#kit/use_focus_on_mount.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Runs the steps; `onDone` is called when the user confirms that the recovery codes are saved. */
export function Enrolment({ onDone }: { onDone: () => void }) {
  const start = useStartSecondFactor()
  const confirm = useConfirmSecondFactor()
  if (confirm.data !== undefined) return <RecoveryCodes codes={confirm.data} onDone={onDone} />
  if (start.data !== undefined)
    return <ScanStep made={start.data} error={confirm.error} isBusy={confirm.isPending} onCode={(code) => confirm.mutate(code)} />
  return <PasswordStep error={start.error} isBusy={start.isPending} onPassword={(password) => start.mutate(password)} />
}

interface StepProps {
  error: Error | null
  isBusy: boolean
}

function PasswordStep({ onPassword, ...step }: StepProps & { onPassword: (password: string) => void }) {
  const field = { label: 'Your password', name: 'password', type: 'password', autoComplete: 'current-password' } as const
  return <OneFieldStep {...step} field={field} actionLabel="Continue" onValue={onPassword} />
}

function ScanStep({ made, onCode, ...step }: StepProps & { made: NewSecondFactor; onCode: (code: string) => void }) {
  const field = { label: 'Code', name: 'code', autoComplete: 'one-time-code', hint: 'The six digits that the app shows now.' } as const
  return (
    <OneFieldStep {...step} field={field} actionLabel="Turn on" onValue={onCode}>
      <p>Open an authenticator app on your phone and scan this code, or type in the key.</p>
      <QrCode text={made.otpauth_url} label="QR code for the app; the key below holds the same" />
      <CopyField
        label="Key"
        name="key"
        value={made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        hint="Time-based, six digits, every 30 seconds."
      />
    </OneFieldStep>
  )
}

interface OneFieldStepProps extends StepProps {
  field: Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'type' | 'autoComplete' | 'hint'>
  actionLabel: string
  onValue: (value: string) => void
  /** Content above the field. */
  children?: ReactNode
}

/** A step with one field, which has the focus. */
function OneFieldStep({ field, actionLabel, error, isBusy, onValue, children }: OneFieldStepProps) {
  const [value, setValue] = useState('')
  const input = useFocusOnMount<HTMLInputElement>()
  return (
    <SubmitForm error={error} isBusy={isBusy} isLoose onSubmit={() => onValue(value)}>
      <FormError error={error} title="That did not work" fields={[field.name]} />
      {children}
      <TextField {...field} value={value} onChange={setValue} error={detailOf(error, field.name)} isRequired ref={input} />
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {actionLabel}
        </Button>
      </div>
    </SubmitForm>
  )
}
