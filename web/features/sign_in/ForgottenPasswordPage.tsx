// Requesting a password link.
// Does not belong here: choosing the password.

import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { useSendsMail } from '#features/session/public.ts'
import { detailOf } from '#contract/errors.ts'
import { FormError } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { TextField } from '#kit/fields.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { useFocusOnMount } from '#kit/use_focus_on_mount.ts'
import { useForgottenPassword } from './queries.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.forgotten_password`. It never reveals whether an address is known. */
export function ForgottenPasswordPage() {
  const ask = useForgottenPassword()
  const [email, setEmail] = useState('')
  const first = useFocusOnMount<HTMLInputElement>()
  const sendsMail = useSendsMail()
  const next = sendsMail ? 'You get a link to choose a new password.' : 'An administrator gives you a link to choose a new password.'
  return (
    <CenteredPage title="Forgot your password?" intro={`Enter the address you sign in with. ${next}`}>
      {ask.isSuccess ? (
        <Requested email={email} />
      ) : (
        <SubmitForm error={ask.error} isBusy={ask.isPending} isLoose onSubmit={() => ask.mutate(email)}>
          <FormError error={ask.error} title="The link could not be requested" fields={['email']} />
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            error={detailOf(ask.error, 'email')}
            isRequired
            ref={first}
          />
          <Button kind="primary" type="submit" isStretched isBusy={ask.isPending}>
            Send the link
          </Button>
        </SubmitForm>
      )}
      <TextLink to={paths.sign_in}>Back to signing in</TextLink>
    </CenteredPage>
  )
}

function Requested({ email }: { email: string }) {
  if (!useSendsMail())
    return (
      <Notice type="info" title="Ask an administrator for the link">
        There is no mail server here. If somebody signs in with <EmailAddress text={`${email},`} /> a link is kept in the outbox. It works
        once, within a day.
      </Notice>
    )
  return (
    <Notice type="success" title="Check your mail">
      If somebody signs in with <EmailAddress text={`${email},`} /> a link is on its way. It works once, within a day. Nothing there? Check
      your spam folder, or ask an administrator.
    </Notice>
  )
}
