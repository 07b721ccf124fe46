// Signing in with e-mail and password, and going on to the page one wanted.
// Does not belong here: who may see what after that (admin/AdminShell.tsx).

import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, describeError } from '../api/errors.ts'
import { useSignIn } from '../api/session.ts'
import { paths, safeReturnPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { CenteredPage } from '../ui/CenteredPage.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'

/** The page at `paths.sign_in`. */
export function SignInPage() {
  const { return_to } = useSearch({ from: paths.sign_in })
  const router = useRouter()
  const signIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = () => signIn.mutate({ email, password }, { onSuccess: () => router.history.replace(safeReturnPath(return_to)) })
  return (
    <CenteredPage title="Sign in" intro={return_to === undefined ? 'Welcome to Deskhand.' : 'Sign in to go on to the page you wanted.'}>
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!signIn.isPending) submit()
        }}
      >
        {signIn.error !== null && <Refusal error={signIn.error} />}
        <TextField label="E-mail" name="email" type="email" autoComplete="username" value={email} onChange={setEmail} isRequired />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
        <Button kind="primary" type="submit" isStretched isBusy={signIn.isPending}>
          Sign in
        </Button>
      </Form>
    </CenteredPage>
  )
}

function Refusal({ error }: { error: Error }) {
  if (error instanceof ApiError && error.status === 401) {
    return (
      <Notice type="error" title="That did not match">
        Check the e-mail address and the password and try again.
      </Notice>
    )
  }
  return (
    <Notice type="error" title="You could not be signed in">
      {describeError(error)}
    </Notice>
  )
}
