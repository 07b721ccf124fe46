import { useState } from 'react'
import { useTestWebhook, type Webhook, type WebhookTestAnswer } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '#kit/Card.tsx'
import { LinesField } from '#kit/LinesField.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { isBodiless, samplePayload, testOf, type WebhookDraft } from './draft.ts'
import { MessageText } from './MessageText.tsx'

/** Calls the receiver once, with what the form says now, and shows the answer. @source docs/reference/webhooks.md §1 */
export function TestCard({ draft, webhook }: { draft: WebhookDraft; webhook: Webhook | undefined }) {
  const [payload, setPayload] = useState<string>()
  const [parameters, setParameters] = useState('')
  const { mutate, error, isPending, data } = useTestWebhook(webhook?.id)
  const hasBody = !isBodiless(draft)
  const body = payload ?? samplePayload(draft)
  return (
    <Card>
      <SubmitForm label="Test call" error={error} isBusy={isPending} onSubmit={() => mutate(testOf(draft, hasBody ? body : parameters))}>
        <FormBody>
          <CardTitle>Test call</CardTitle>
          <p>
            Calls the endpoint once with what this page says, saved or not. The call is not in the log.
            {webhook?.authentication && ' The stored secret goes to the server of the saved endpoint only.'}
          </p>
          {hasBody ? (
            <LinesField label="Body" name="payload" value={body} onChange={setPayload} />
          ) : (
            <LinesField
              label="Parameters"
              name="parameters"
              hint="One on each line, as name=value."
              value={parameters}
              onChange={setParameters}
            />
          )}
          <FormError error={error} title="The test call failed" />
          {data && error === null && !isPending && <Answer answer={data} />}
        </FormBody>
        <FormActions>
          <Button type="submit" isBusy={isPending}>
            Send test call
          </Button>
        </FormActions>
      </SubmitForm>
    </Card>
  )
}

function Answer({ answer }: { answer: WebhookTestAnswer }) {
  const { status_code } = answer
  const isTaken = status_code >= 200 && status_code < 300
  return (
    <>
      <Notice type={isTaken ? 'success' : 'warning'} title={`Answered with ${status_code}`}>
        {isTaken ? 'A call that is answered so has succeeded.' : 'A call that is answered so has failed.'}
      </Notice>
      <MessageText label="Response" message={answer} />
    </>
  )
}
