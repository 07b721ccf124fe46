// Setting up a second factor in three steps: the password, the picture for the app and a first code, the recovery codes.
// Does not belong here: the pages around it.

import { useState } from 'react'
import type { ReactNode } from 'react'
import { type NewSecondFactor, useConfirmSecondFactor, useStartSecondFactor } from '../api/account.ts'
import { describeError, detailOf } from '../api/errors.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Card.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { TextField } from '../ui/fields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { useFocusOnError } from '../ui/use_focus_on_error.ts'
import { useFocusOnMount } from '../ui/use_focus_on_mount.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Goes through the steps; `onDone` is called when the recovery codes have been taken away. */
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

function PasswordStep({ error, isBusy, onPassword }: StepProps & { onPassword: (password: string) => void }) {
  const [password, setPassword] = useState('')
  const field = useFocusOnMount<HTMLInputElement>()
  return (
    <StepForm error={error} member="password" onSubmit={() => (isBusy ? undefined : onPassword(password))}>
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={detailOf(error, 'password')}
        isRequired
        ref={field}
      />
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Go on
        </Button>
      </div>
    </StepForm>
  )
}

function ScanStep({ made, error, isBusy, onCode }: StepProps & { made: NewSecondFactor; onCode: (code: string) => void }) {
  const [code, setCode] = useState('')
  const field = useFocusOnMount<HTMLInputElement>()
  return (
    <StepForm error={error} member="code" onSubmit={() => (isBusy ? undefined : onCode(code))}>
      <p>Open an app for one-time codes on your phone and take a picture of this, or type the key into it.</p>
      <QrCode text={made.otpauth_url} label="Picture for the app; the key below says the same" />
      <CopyField
        label="Key"
        name="key"
        value={made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        hint="Time-based, six digits, every 30 seconds."
      />
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        hint="The six digits that the app shows now."
        value={code}
        onChange={setCode}
        error={detailOf(error, 'code')}
        isRequired
        ref={field}
      />
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Turn on
        </Button>
      </div>
    </StepForm>
  )
}

interface StepFormProps {
  error: Error | null
  /** The field that says itself what is wrong with it. */
  member: string
  onSubmit: () => void
  children: ReactNode
}

function StepForm({ error, member, onSubmit, children }: StepFormProps) {
  const form = useFocusOnError(error)
  return (
    <Form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {error !== null && detailOf(error, member) === undefined && (
        <Notice type="error" title="That did not work">
          {describeError(error)}
        </Notice>
      )}
      {children}
    </Form>
  )
}
