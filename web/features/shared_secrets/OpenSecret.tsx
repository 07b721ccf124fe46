// Opening a one-time secret: a confirmation explains that it opens once, then the value is shown.
// Does not belong here: which secret (SecretPage.tsx, HeldSecret.tsx).

import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import type { OpenedSecret } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { CardTitle, FormActions, FormBody } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { PasswordField } from '#kit/PasswordField.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'

interface OpenFormProps {
  /** Shown at the top where no other heading names this. */
  title?: string
  /** Known from the row; with a link alone it is known only after the first attempt. */
  hasPassphrase: boolean
  error: Error | null
  isBusy: boolean
  onOpen: (passphrase: string) => void
}

/** Asks for confirmation before the value is shown, and collects the passphrase if there is one. */
export function OpenForm({ title, hasPassphrase, error, isBusy, onOpen }: OpenFormProps) {
  const [passphrase, setPassphrase] = useState('')
  const problem = detailOf(error, 'passphrase')
  const [isAsked, setAsked] = useState(hasPassphrase)
  if (problem !== undefined && !isAsked) setAsked(true)
  return (
    <SubmitForm error={error} isBusy={isBusy} onSubmit={() => onOpen(passphrase)}>
      <FormBody>
        {title && <CardTitle>{title}</CardTitle>}
        <Notice type="info" title="It is shown once">
          Be ready to store the value where it belongs. Once it is shown, it is destroyed on the server, and opening it a second time raises
          an alarm.
        </Notice>
        <FormError error={error} title="The secret was not opened" fields={['passphrase']} />
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
      <SubmitActions label="Show the secret" isBusy={isBusy} />
    </SubmitForm>
  )
}

/** The value, shown until the page is left. */
export function ShownSecret({ opened, onDone }: { opened: OpenedSecret; onDone: () => void }) {
  const { shared_secret, value } = opened
  return (
    <>
      <FormBody>
        <Notice type="warning" title="Copy it now">
          This is the only time it is shown. It is gone when you leave this page. {shared_secret.sender_name} sees that you have read it.
        </Notice>
        <CopyField
          label={shared_secret.label}
          name="secret_value"
          value={value}
          takesFocus
          hint={`From ${shared_secret.sender_name}, for you alone.`}
          isLong={/[\r\n]/.test(value)}
        />
      </FormBody>
      <FormActions>
        <Button kind="primary" onClick={onDone}>
          I have it
        </Button>
      </FormActions>
    </>
  )
}
