import { useState } from 'react'
import { type OAuthClient, useNewClientSecret } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '#kit/Card.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { RadioGroup } from '#kit/fields.tsx'
import type { Choice } from '#kit/fields.tsx'
import { Facts, Mono } from '#kit/text.tsx'
import { PreviousSecret } from './PreviousSecret.tsx'
import { SecretStep } from './SecretStep.tsx'

const overlaps = [
  { value: '0', label: 'Ends at once', hint: 'Choose this when the secret has leaked.' },
  { value: '3600', label: 'Works for another hour' },
  { value: '86400', label: 'Works for another day' },
  { value: '604800', label: 'Works for another seven days' },
] as const satisfies readonly Choice<string>[]

type Overlap = (typeof overlaps)[number]['value']

/** The visible part of a client's secret, and its rotation with a period in which the old one still works. */
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
          <PreviousSecret client={client} />
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
    <SubmitForm isBusy={isBusy} onSubmit={() => onMake(Number(overlap))}>
      <FormBody>
        <CardTitle>New secret</CardTitle>
        <FormError error={error} title="No new secret was made" />
        <RadioGroup legend="The current secret" name="overlap" choices={overlaps} value={overlap} onChange={setOverlap} />
      </FormBody>
      <SubmitActions label="Make new secret" isBusy={isBusy} onCancel={onCancel} />
    </SubmitForm>
  )
}
