// Opening a one-time secret: what it means is said first, then the value is shown, this once.
// Does not belong here: which secret (SecretPage.tsx, HeldSecret.tsx).

import { useEffect, useRef, useState } from 'react'
import { describeError, detailOf } from '../api/errors.ts'
import type { OpenedSecret } from '../api/shared_secrets.ts'
import { Button } from '../ui/Button.tsx'
import { CardTitle, FormActions, FormBody } from '../ui/Card.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useFocusOnError } from '../ui/use_focus_on_error.ts'

interface OpenFormProps {
  /** Stands at the top where nothing else says what this is. */
  title?: string
  /** Known from the row; who comes with a link learns it from the first attempt. */
  hasPassphrase: boolean
  error: Error | null
  isBusy: boolean
  onOpen: (passphrase: string) => void
}

/** Asks before the value is shown, and for the passphrase where there is one. */
export function OpenForm({ title, hasPassphrase, error, isBusy, onOpen }: OpenFormProps) {
  const [passphrase, setPassphrase] = useState('')
  const form = useFocusOnError(error)
  const problem = detailOf(error, 'passphrase')
  const [isAsked, setAsked] = useState(hasPassphrase)
  if (problem !== undefined && !isAsked) setAsked(true)
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onOpen(passphrase)
      }}
    >
      <FormBody>
        {title && <CardTitle>{title}</CardTitle>}
        <Notice type="info" title="It is shown once">
          Be ready to keep the value where it belongs. Once it is shown it is destroyed on the server, and opening it a second time raises
          an alarm.
        </Notice>
        {error !== null && problem === undefined && (
          <Notice type="error" title="The secret was not opened">
            {describeError(error)}
          </Notice>
        )}
        {isAsked && (
          <PasswordField
            label="Passphrase"
            name="passphrase"
            hint="The sender tells it to you in another way. After five wrong ones the secret is destroyed."
            value={passphrase}
            onChange={setPassphrase}
            error={problem}
          />
        )}
      </FormBody>
      <FormActions>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Show the secret
        </Button>
      </FormActions>
    </form>
  )
}

/** The value, until the page is left. */
export function ShownSecret({ opened, onDone }: { opened: OpenedSecret; onDone: () => void }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.querySelector<HTMLElement>('[name="secret_value"]')?.focus(), [])
  const { shared_secret, value } = opened
  return (
    <div ref={body}>
      <FormBody>
        <Notice type="warning" title="Copy it now">
          This is the only time it is shown. It is gone when you leave this page. {shared_secret.sender_name} is told that you have read it.
        </Notice>
        <CopyField
          label={shared_secret.label}
          name="secret_value"
          value={value}
          hint={`From ${shared_secret.sender_name}, for you only.`}
          isLong={/[\r\n]/.test(value)}
        />
      </FormBody>
      <FormActions>
        <Button kind="primary" onClick={onDone}>
          I have it
        </Button>
      </FormActions>
    </div>
  )
}
