// The OAuth consent page: a client asks to act for the signed-in user, who allows or denies it.
// Does not belong here: validating the request (the server does that), signing in.

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, describeError, isWorthRetrying } from '#contract/errors.ts'
import { type Authorization, authorizationQuery, useDecide } from './queries.ts'
import { useSignOut } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { FormError } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { CardTitle } from '#kit/Card.tsx'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { LoadingRows } from '#kit/Loading.tsx'
import { MarkedList } from '#kit/MarkedList.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Facts } from '#kit/text.tsx'
import { requestAddress, getSentQuery } from './request_address.ts'

/** The page at `paths.oauth_authorization`. @source docs/reference/authentication.md §4.1; RFC 6749 §4.1.1 */
export function ConsentPage() {
  const search = getSentQuery() ?? ''
  const { data, error, refetch, isFetching } = useQuery(authorizationQuery(search))
  const redirect_to = data?.redirect_to
  useEffect(() => {
    if (redirect_to !== undefined) leaveFor(redirect_to)
  }, [redirect_to])
  if (error !== null && !isFetching) {
    const isBroken = error instanceof ApiError && error.status === 400
    return isBroken ? <BrokenRequest error={error} /> : <FailedRequest error={error} onRetry={() => void refetch()} />
  }
  if (data?.authorization === undefined)
    return (
      <CenteredPage title="One moment" intro="Loading what the program asks for.">
        <LoadingRows label="Loading the request" rows={3} />
      </CenteredPage>
    )
  return <Question authorization={data.authorization} search={search} />
}

function Question({ authorization, search }: { authorization: Authorization; search: string }) {
  const decide = useDecide(search)
  const { client, user, scopes, redirect_host } = authorization
  const answer = (decision: 'allow' | 'deny') => decide.mutate(decision, { onSuccess: leaveFor })
  const isBusy = decide.isPending || decide.isSuccess
  return (
    <CenteredPage title={`Allow ${client.name}?`} intro={<Introduction client={client} />}>
      <FormError error={decide.error} title="Your answer did not arrive" />
      {client.description !== '' && <p>{client.description}</p>}
      <section>
        <CardTitle>It will be able to</CardTitle>
        <MarkedList
          label="What it will be able to do"
          items={scopes.map(({ scope, title, is_broad }) => ({ title, code: scope, warning: is_broad ? 'Broad' : undefined }))}
        />
      </section>
      {scopes.some(({ is_in_person }) => is_in_person) && (
        <Notice type="warning" title="It will decide about access in your name">
          What it approves, reviews, accepts or issues counts as done by you in person.
        </Notice>
      )}
      <Facts>
        <dt>You are</dt>
        <dd>
          {user.name} {user.email !== null && <EmailAddress text={`(${user.email})`} />}
        </dd>
        <dt>Goes back to</dt>
        <dd>{redirect_host}</dd>
      </Facts>
      <Button kind="primary" isStretched isBusy={isBusy} onClick={() => !isBusy && answer('allow')}>
        Allow
      </Button>
      <Button isStretched isBusy={isBusy} onClick={() => !isBusy && answer('deny')}>
        Deny
      </Button>
      <SwitchUser />
    </CenteredPage>
  )
}

function Introduction({ client: { name, company } }: Pick<Authorization, 'client'>) {
  const who = company === '' ? name : `${name} by ${company}`
  return `${who} asks to act for you at ${window.location.host}. Allow it only if you have just started this yourself.`
}

/** Signs out and returns here after another user has signed in. */
function SwitchUser() {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const change = () =>
    signOut.mutate(undefined, { onSuccess: () => navigate({ to: paths.sign_in, search: { return_to: requestAddress() }, replace: true }) })
  return (
    <>
      <Button kind="quiet" isStretched isBusy={signOut.isPending} onClick={change}>
        Sign in as another user
      </Button>
      <FormError error={signOut.error} title="You could not be signed out" />
    </>
  )
}

/** Shows an error of the client or its redirect URI on this page: an unverified redirect URI may be an attacker's. */
function BrokenRequest({ error }: { error: Error }) {
  return (
    <CenteredPage title="This request cannot be answered" intro="A program sent you here with an invalid request.">
      <Notice type="error" title="Nothing was allowed">
        {describeError(error)}
      </Notice>
      <p>Close this page and start again where you came from. If it happens again, tell the people who run that program.</p>
    </CenteredPage>
  )
}

function FailedRequest({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <CenteredPage title="The request could not be loaded">
      <Notice
        type="error"
        title="Nothing was allowed"
        {...(isWorthRetrying(error) ? { action: { label: 'Try again', onClick: onRetry } } : {})}
      >
        {describeError(error)}
      </Notice>
    </CenteredPage>
  )
}

/** The server returns registered redirect URIs only; as a second check, only http and https URLs are followed. */
function leaveFor(address: string): void {
  if (/^https?:\/\//i.test(address)) window.location.replace(address)
}
