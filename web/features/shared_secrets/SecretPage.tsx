// A one-time secret: its reader opens it here, its sender sees its state and can withdraw it.
// Does not belong here: the opening form (OpenSecret.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '#features/session/public.ts'
import { type SharedSecret, sharedSecretQuery, useOpenSecret, useWithdrawSecret } from './queries.ts'
import { useNow } from '#lib/clock.ts'
import { paths } from '#lib/paths.ts'
import { ConfirmedAct, Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Card, FormActions, FormBody } from '#kit/Card.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Facts, TextAnchor } from '#kit/text.tsx'
import { Trail } from '#kit/Trail.tsx'
import { OpenForm, ShownSecret } from './OpenSecret.tsx'
import { stateOf, stateWords } from './states.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.secret`, which the mail to the reader links to. */
export function SecretPage() {
  const id = Number(useParams({ from: `/frame${paths.secret}` }).id)
  const query = useQuery(sharedSecretQuery(id))
  return (
    <Page
      title={query.data?.label ?? 'One-time secret'}
      isNarrow
      trail={
        <Trail>
          <TextLink to={paths.secrets}>One-time secrets</TextLink>
        </Trail>
      }
    >
      <Loaded query={query} noun="one-time secret" hint="It may have been sent to somebody else: sign in as that person." rows={3}>
        {(secret) => <OneSecret key={secret.id} secret={secret} />}
      </Loaded>
    </Page>
  )
}

function OneSecret({ secret }: { secret: SharedSecret }) {
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const open = useOpenSecret()
  const state = stateOf(secret, useNow())
  // the value stays visible although the refetched row is already in the state "read"
  if (open.data !== undefined)
    return (
      <Card>
        <ShownSecret opened={open.data} onDone={() => navigate({ to: paths.secrets })} />
      </Card>
    )
  const isReader = me?.id === secret.reader_id
  return (
    <Card>
      <FormBody>
        <SecretFacts secret={secret} />
        {state !== 'waiting' && (
          <Notice type={state === 'burnt' ? 'warning' : 'info'} title={stateWords[state].label}>
            {stateWords[state].meaning}
          </Notice>
        )}
      </FormBody>
      {state === 'waiting' && isReader && (
        <OpenForm
          hasPassphrase={secret.has_passphrase}
          error={open.error}
          isBusy={open.isPending}
          onOpen={(passphrase) => open.mutate({ id: secret.id, ...(passphrase === '' ? {} : { passphrase }) })}
        />
      )}
      {state === 'waiting' && !isReader && <Withdraw secret={secret} />}
    </Card>
  )
}

function SecretFacts({ secret }: { secret: SharedSecret }) {
  const { label, tone } = stateWords[stateOf(secret, useNow())]
  return (
    <Facts>
      <dt>State</dt>
      <dd>
        <StatusTag tone={tone}>{label}</StatusTag>
      </dd>
      <dt>From</dt>
      <dd>{secret.sender_name}</dd>
      <dt>For</dt>
      <dd>{secret.reader_name}</dd>
      <dt>Sent</dt>
      <dd>
        <RelativeTime at={secret.created_at} />
      </dd>
      {secret.read_at === null ? (
        <>
          <dt>Expires</dt>
          <dd>
            <RelativeTime at={secret.expires_at} />
          </dd>
        </>
      ) : (
        <>
          <dt>Read</dt>
          <dd>
            <RelativeTime at={secret.read_at} />
            {secret.read_ip_address !== null && ` from ${secret.read_ip_address}`}
          </dd>
        </>
      )}
    </Facts>
  )
}

function Withdraw({ secret }: { secret: SharedSecret }) {
  const [isAsking, setAsking] = useState(false)
  const withdraw = useWithdrawSecret()
  return (
    <FormActions>
      <Button onClick={() => setAsking(true)}>Withdraw</Button>
      {isAsking && (
        <ConfirmedAct
          title="Withdraw this secret?"
          actionLabel="Withdraw"
          isDanger
          act={() => withdraw.mutateAsync(secret.id)}
          done="The secret was withdrawn"
          onClose={() => setAsking(false)}
        >
          {secret.reader_name} has not read it yet. Its value is destroyed at once, and {secret.reader_name} sees that it was withdrawn.
        </ConfirmedAct>
      )}
    </FormActions>
  )
}
