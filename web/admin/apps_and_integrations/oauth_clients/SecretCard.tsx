import { useState } from 'react'
import { describeError } from '../../../api/errors.ts'
import { useNewClientSecret } from '../../../api/oauth_clients.ts'
import type { OAuthClient } from '../../../api/oauth_clients.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '../../../ui/Card.tsx'
import { RadioGroup } from '../../../ui/fields.tsx'
import type { Choice } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Facts, Mono } from '../../../ui/text.tsx'
import { SecretStep } from './SecretStep.tsx'

const overlaps = [
  { value: '0', label: 'Ends at once', hint: 'Right when the secret has leaked.' },
  { value: '3600', label: 'Works for another hour' },
  { value: '86400', label: 'Works for another day' },
  { value: '604800', label: 'Works for another seven days' },
] as const satisfies readonly Choice<string>[]

type Overlap = (typeof overlaps)[number]['value']

/** The secret of a client as far as it may be seen, and changing it with some time to spread the new one. */
export function SecretCard({ client }: { client: OAuthClient }) {
  const [isAsked, setAsked] = useState(false)
  const renew = useNewClientSecret(client.id)
  const close = () => {
    renew.reset()
    setAsked(false)
  }
  return (
    <Card>
      {renew.data !== undefined ? (
        <SecretStep client={renew.data} onDone={close} />
      ) : isAsked ? (
        <NewSecretForm error={renew.error} isBusy={renew.isPending} onMake={renew.mutate} onCancel={close} />
      ) : (
        <Current client={client} onRenew={() => setAsked(true)} />
      )}
    </Card>
  )
}

function Current({ client, onRenew }: { client: OAuthClient; onRenew: () => void }) {
  return (
    <>
      <FormBody>
        <CardTitle>Secret</CardTitle>
        <Facts>
          <dt>Begins with</dt>
          <dd>
            <Mono>{client.secret}</Mono>
          </dd>
          {client.previous_secret_expires_at !== null && (
            <>
              <dt>Secret before</dt>
              <dd>
                ends <RelativeTime at={client.previous_secret_expires_at} />
              </dd>
            </>
          )}
        </Facts>
      </FormBody>
      <FormActions>
        <Button onClick={onRenew}>New secret</Button>
      </FormActions>
    </>
  )
}

interface NewSecretFormProps {
  error: Error | null
  isBusy: boolean
  onMake: (overlap_seconds: number) => void
  onCancel: () => void
}

function NewSecretForm({ error, isBusy, onMake, onCancel }: NewSecretFormProps) {
  const [overlap, setOverlap] = useState<Overlap>('86400')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onMake(Number(overlap))
      }}
    >
      <FormBody>
        <CardTitle>New secret</CardTitle>
        {error !== null && (
          <Notice type="error" title="No new secret was made">
            {describeError(error)}
          </Notice>
        )}
        <RadioGroup legend="The secret there is now" name="overlap" choices={overlaps} value={overlap} onChange={setOverlap} />
      </FormBody>
      <FormActions>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Make new secret
        </Button>
      </FormActions>
    </form>
  )
}
