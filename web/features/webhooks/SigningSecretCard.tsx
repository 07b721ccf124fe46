import { useState } from 'react'
import { useSigningSecret } from './queries.ts'
import { ConfirmedAct, reportError } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'

/** The secret that calls are signed with: shown when asked for, and held only while it is shown; a new one can be made. */
export function SigningSecretCard({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false)
  const { data: secret, isPending, mutate, mutateAsync, reset: hide } = useSigningSecret(id)
  return (
    <Card aria-label="Signing secret">
      <FormBody>
        <CardTitle>Signing secret</CardTitle>
        {secret === undefined ? (
          <p>A receiver checks with it that a call comes from here and has not been changed on its way.</p>
        ) : (
          <CopyField
            label="Secret"
            name="signing_secret"
            takesFocus
            value={secret}
            hint="The signature is the HMAC-SHA256 of the timestamp and the body with this secret, in Base64."
          />
        )}
      </FormBody>
      <FormActions>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          Reset
        </Button>
        {secret === undefined ? (
          <Button isBusy={isPending} onClick={() => mutate('show', { onError: reportError })}>
            Show the secret
          </Button>
        ) : (
          <Button onClick={hide}>Hide the secret</Button>
        )}
      </FormActions>
      {isAsked && (
        <ConfirmedAct
          title="Reset the signing secret?"
          actionLabel="Reset"
          isDanger
          act={() => mutateAsync('reset')}
          done="The signing secret is new"
          onClose={() => setAsked(false)}
        >
          <p>Calls are signed with a new secret at once. A receiver that checks with the old one refuses them until it has the new one.</p>
        </ConfirmedAct>
      )}
    </Card>
  )
}
