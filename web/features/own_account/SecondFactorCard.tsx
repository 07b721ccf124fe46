// The second factor on the account page: its state, setting it up, new recovery codes, turning it off.
// Does not belong here: the setup steps (Enrolment.tsx).

import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { invalidateSecondFactor, type SecondFactor, secondFactorQuery, useRenewRecoveryCodes, useTurnOffSecondFactor } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError, Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow, Card, CardTitle, FormBody } from '#kit/Card.tsx'
import { TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { Notice } from '#kit/Notice.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { showToast } from '#kit/toasts.tsx'
import { Enrolment } from './Enrolment.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** With this many recovery codes left or fewer, the card warns. */
const FEW_CODES = 3

/** The card. */
export function SecondFactorCard() {
  return (
    <Card>
      <FormBody>
        <CardTitle>Second factor</CardTitle>
        <Loaded query={useQuery(secondFactorQuery)} noun="second factor" rows={2} isInCard>
          {(factor) => <State factor={factor} />}
        </Loaded>
      </FormBody>
    </Card>
  )
}

function State({ factor }: { factor: SecondFactor }) {
  const [isSettingUp, setSettingUp] = useState(false)
  const finishSetup = () => {
    setSettingUp(false)
    return invalidateSecondFactor()
  }
  if (isSettingUp) return <Enrolment onDone={finishSetup} />
  if (factor.enabled) return <TurnedOn factor={factor} />
  return (
    <>
      <p>
        With a second factor, your password alone is not enough: signing in also asks for a code from an app on your phone.
        {!factor.allowed && ' This instance does not allow second factors.'}
      </p>
      {factor.allowed && (
        <div>
          <Button onClick={() => setSettingUp(true)}>Set up a second factor</Button>
        </div>
      )}
    </>
  )
}

function TurnedOn({ factor }: { factor: SecondFactor }) {
  const [asked, setAsked] = useState<'codes' | 'off'>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  return (
    <>
      <p>
        It is on
        {factor.enabled_at !== null && (
          <>
            {' '}
            since <RelativeTime at={factor.enabled_at} />
          </>
        )}
        . {factor.recovery_codes_left} recovery codes are left.
      </p>
      {factor.recovery_codes_left <= FEW_CODES && (
        <Notice type="warning" title="Few recovery codes are left">
          Make new ones before you need them.
        </Notice>
      )}
      <ButtonRow>
        <Button onClick={() => setAsked('codes')}>New recovery codes</Button>
        <Button onClick={() => setAsked('off')}>Turn off</Button>
      </ButtonRow>
      {asked === 'codes' && <RenewDialog onCodes={setCodes} onClose={() => setAsked(undefined)} />}
      {asked === 'off' && <TurnOffDialog isRequired={factor.required} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function RenewDialog({ onCodes, onClose }: { onCodes: (codes: readonly string[]) => void; onClose: () => void }) {
  const renew = useRenewRecoveryCodes()
  const submit = (password: string) =>
    renew.mutate(password, {
      onSuccess: (codes) => {
        onCodes(codes)
        onClose()
      },
    })
  return (
    <PasswordDialog title="Make new recovery codes?" actionLabel="Make" act={renew} onSubmit={submit} onClose={onClose}>
      The old ones stop working.
    </PasswordDialog>
  )
}

function TurnOffDialog({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const turnOff = useTurnOffSecondFactor()
  const router = useRouter()
  const submit = async (password: string) => {
    try {
      await turnOff.mutateAsync(password)
    } catch {
      return // the dialog shows why
    }
    // by now the dialog may have been unmounted
    showToast('success', 'Second factor turned off')
    onClose()
    await router.invalidate() // where a second factor is required, this redirects to enrolment
  }
  return (
    <PasswordDialog title="Turn the second factor off?" actionLabel="Turn off" isDanger act={turnOff} onSubmit={submit} onClose={onClose}>
      {isRequired
        ? 'This instance requires one: you will have to set up another right away. Your other sessions end.'
        : 'After that, your password alone is enough to sign in. Your other sessions end.'}
    </PasswordDialog>
  )
}

interface PasswordDialogProps {
  title: string
  actionLabel: string
  isDanger?: boolean
  act: { error: Error | null; isPending: boolean }
  onSubmit: (password: string) => void
  onClose: () => void
  children: ReactNode
}

function PasswordDialog({ title, actionLabel, isDanger = false, act, onSubmit, onClose, children }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const detail = detailOf(act.error, 'password')
  return (
    <FormDialog
      title={title}
      actionLabel={actionLabel}
      isDanger={isDanger}
      isBusy={act.isPending}
      error={act.error}
      onSubmit={() => onSubmit(password)}
      onClose={onClose}
    >
      <FormError error={act.error} title="That did not work" fields={['password']} />
      <p>{children}</p>
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={detail}
        isRequired
      />
    </FormDialog>
  )
}
