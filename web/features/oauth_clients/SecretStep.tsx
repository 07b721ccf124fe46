import { Button } from '#kit/Button.tsx'
import { FormActions, FormBody } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { Facts, LongMono } from '#kit/text.tsx'
import { PreviousSecret } from './PreviousSecret.tsx'
import type { OAuthClient } from './queries.ts'

/** Shows the secret of a client once, with ways to save it. */
export function SecretStep({ client, onDone }: { client: OAuthClient; onDone: () => void }) {
  return (
    <SubmitForm onSubmit={onDone}>
      <FormBody>
        <Notice type="warning" title="Copy the secret now">
          This is the only time it is shown. Put it where the program reads its secrets, never into its code.
        </Notice>
        <CopyField
          label="Secret"
          name="secret"
          takesFocus
          value={client.secret}
          hint="With it the program proves that it is this client."
        />
        <Facts>
          <dt>Identifier</dt>
          <dd>
            <LongMono>{client.identifier}</LongMono>
          </dd>
          <PreviousSecret client={client} />
        </Facts>
      </FormBody>
      <FormActions>
        <Button kind="primary" type="submit">
          Done
        </Button>
      </FormActions>
    </SubmitForm>
  )
}
