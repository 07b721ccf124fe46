// Signing in with e-mail and password or through an identity provider, then returning to the requested page.
// Does not belong here: access to pages after that (features/frame/PeopleShell.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { writeAddress } from '#contract/address.ts'
import { ApiError, describeError } from '#contract/errors.ts'
import { signInMethodsQuery } from '#features/session/public.ts'
import { paths, safeReturnPath } from '#lib/paths.ts'
import { Button, ButtonLink } from '#kit/Button.tsx'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { TextField } from '#kit/fields.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Divider, TextAnchor } from '#kit/text.tsx'
import { useFocusOnMount } from '#kit/use_focus_on_mount.ts'
import { CodeStep } from './CodeStep.tsx'
import { refusalText } from './refusals.ts'
import { type SignInMethods, useSignIn } from './queries.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.sign_in`. */
export function SignInPage() {
  const { return_to, refused } = useSearch({ from: paths.sign_in })
  const router = useRouter()
  const [challenge, setChallenge] = useState<string>()
  const goOn = () => router.history.replace(safeReturnPath(return_to))
  if (challenge !== undefined) return <CodeStep challenge={challenge} onDone={goOn} onBack={() => setChallenge(undefined)} />
  return (
    <CenteredPage title="Sign in" intro={return_to === undefined ? 'Welcome to Deskhand.' : 'Sign in to continue to the page you wanted.'}>
      <PasswordStep refused={refused} onSecondFactor={setChallenge} onDone={goOn} />
      <Providers return_to={safeReturnPath(return_to)} />
    </CenteredPage>
  )
}

interface PasswordStepProps {
  refused: string | undefined
  onSecondFactor: (challenge: string) => void
  onDone: () => void
}

function PasswordStep({ refused, onSecondFactor, onDone }: PasswordStepProps) {
  const signIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const first = useFocusOnMount<HTMLInputElement>()
  const refusal = signIn.isIdle ? refusalText(refused) : undefined
  const submit = () =>
    signIn.mutate(
      { email, password },
      { onSuccess: (answer) => ('second_factor' in answer ? onSecondFactor(answer.second_factor.challenge) : onDone()) },
    )
  return (
    <SubmitForm isBusy={signIn.isPending} isLoose onSubmit={submit}>
      {signIn.error !== null && <Refusal error={signIn.error} />}
      {refusal !== undefined && (
        <Notice type="error" title="You were not signed in">
          {refusal}
        </Notice>
      )}
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isRequired
        ref={first}
      />
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
      <TextLink to={paths.forgotten_password}>Forgot your password?</TextLink>
    </SubmitForm>
  )
}

/** The identity providers. Until they are loaded the page works without them. */
function Providers({ return_to }: { return_to: string }) {
  const { data: methods } = useQuery(signInMethodsQuery)
  if (methods === undefined || methods.identity_providers.length === 0) return null
  return (
    <>
      <Divider>{wordsOf(methods)}</Divider>
      {methods.identity_providers.map(({ id, name }) => (
        <ButtonLink key={id} href={writeAddress('GET /access/sso/:id', { params: { id }, query: { return_to } })}>
          Sign in with {name}
        </ButtonLink>
      ))}
    </>
  )
}

const wordsOf = ({ sso_only }: SignInMethods) => (sso_only ? 'Agents and administrators' : 'or')

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
