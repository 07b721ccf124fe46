// The target of invitations and password links: the user chooses a password. With the first one they are signed in; a new one is for signing in.
// Does not belong here: inviting (features/team_members), changing a known password (features/own_account/PasswordCard.tsx).

import { createLink, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { describeError, detailOf } from '#contract/errors.ts'
import { type PasswordLink, usePasswordLink, useSetPassword } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { TextField } from '#kit/fields.tsx'
import { LoadingRows } from '#kit/Loading.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { useFocusOnMount } from '#kit/use_focus_on_mount.ts'
import { formatList } from '#kit/lists.ts'
import { useSignIn } from './queries.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.set_password`. */
export function SetPasswordPage() {
  const { hash } = useLocation()
  const [token] = useState(hash)
  const { data: link, error } = usePasswordLink(token)
  if (link !== undefined) return <ChooseStep link={link} token={token} />
  return (
    <CenteredPage title="Choose a password">
      {error === null ? (
        <LoadingRows label="Checking the link" rows={3} isFlush />
      ) : (
        <>
          <Notice type="error" title="You cannot choose a password with this link">
            {describeError(error)}
          </Notice>
          <TextLink to={paths.sign_in}>Go to sign-in</TextLink>
        </>
      )}
    </CenteredPage>
  )
}

function ChooseStep({ link: { name, email, is_first, requirements }, token }: { link: PasswordLink; token: string }) {
  const set = useSetPassword(token)
  const signIn = useSignIn()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const field = useFocusOnMount<HTMLInputElement>()
  const enter = () => signIn.mutate({ email, password }, { onSuccess: () => navigate({ to: paths.root, replace: true }) })
  const submit = () => set.mutate(password, is_first ? { onSuccess: enter } : {})
  const isBusy = set.isPending || set.isSuccess
  // where a password alone does not sign in, the sign-in page says what else it takes
  if (set.data !== undefined && (!is_first || signIn.isError))
    return (
      <CenteredPage title="Your password is set">
        <Notice type="success" title="You can sign in now">
          Sign in as <EmailAddress text={set.data.email} /> with your new password.
        </Notice>
        <TextLink to={paths.sign_in}>Go to sign-in</TextLink>
      </CenteredPage>
    )
  return (
    <CenteredPage
      title={is_first ? `Welcome, ${name}` : 'Choose a new password'}
      intro={
        <>
          {is_first ? 'Choose a password for ' : 'For '}
          <EmailAddress text={`${email}.`} />{' '}
          {is_first ? 'You are signed in with it at once.' : 'All your sessions end when you change it.'}
        </>
      }
    >
      <SubmitForm error={set.error} isBusy={isBusy} isLoose onSubmit={submit}>
        <FormError error={set.error} title="The password was not set" fields={['password']} />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`It ${formatList(requirements)}.`}
          value={password}
          onChange={setPassword}
          error={detailOf(set.error, 'password')}
          isRequired
          ref={field}
        />
        <Button kind="primary" type="submit" isStretched isBusy={isBusy}>
          Set password
        </Button>
      </SubmitForm>
    </CenteredPage>
  )
}
