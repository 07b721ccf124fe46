import { useEffect, useRef } from 'react'
import type { OAuthClient } from '../../../api/oauth_clients.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormActions, FormBody } from '../../../ui/Card.tsx'
import { CopyField } from '../../../ui/CopyField.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Facts, LongMono } from '../../../ui/text.tsx'

/** The secret of a client, this once, and the way to take it along. */
export function SecretStep({ client, onDone }: { client: OAuthClient; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="secret"]')?.focus(), [])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <FormBody>
        <Notice type="warning" title="Copy the secret now">
          This is the only time it is shown. Put it where the program reads its secrets, never into its code.
        </Notice>
        <CopyField label="Secret" name="secret" value={client.secret} hint="With it the program proves that it is this client." />
        <Facts>
          <dt>Identifier</dt>
          <dd>
            <LongMono>{client.identifier}</LongMono>
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
        <Button kind="primary" type="submit">
          Done
        </Button>
      </FormActions>
    </form>
  )
}
