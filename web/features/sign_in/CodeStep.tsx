import { useState } from 'react'
import { ApiError, describeError } from '#contract/errors.ts'
import { Button } from '#kit/Button.tsx'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { TextField } from '#kit/fields.tsx'
import { Notice } from '#kit/Notice.tsx'
import { useFocusOnMount } from '#kit/use_focus_on_mount.ts'
import { useSubmitCode } from './queries.ts'

interface CodeStepProps {
  challenge: string
  onDone: () => void
  /** Back to the password, which the server requires again after five minutes or five wrong codes. */
  onBack: () => void
}

/** The second step of signing in: a code from the app, or a recovery code. */
export function CodeStep({ challenge, onDone, onBack }: CodeStepProps) {
  const give = useSubmitCode()
  const [code, setCode] = useState('')
  const field = useFocusOnMount<HTMLInputElement>()
  const isOver = give.error instanceof ApiError && give.error.status === 410
  return (
    <CenteredPage title="Second factor" intro="Enter the code that your app shows now, or one of your recovery codes.">
      <SubmitForm isBusy={give.isPending || isOver} isLoose onSubmit={() => give.mutate({ challenge, code }, { onSuccess: onDone })}>
        {give.error !== null && <Refusal error={give.error} />}
        {!isOver && (
          <>
            <TextField label="Code" name="code" autoComplete="one-time-code" value={code} onChange={setCode} isRequired ref={field} />
            <Button kind="primary" type="submit" isStretched isBusy={give.isPending}>
              Continue
            </Button>
          </>
        )}
        <Button kind={isOver ? 'primary' : 'quiet'} isStretched onClick={onBack}>
          Back to the password
        </Button>
      </SubmitForm>
    </CenteredPage>
  )
}

function Refusal({ error }: { error: Error }) {
  if (error instanceof ApiError && error.status === 401) {
    return (
      <Notice type="error" title="That did not match">
        Each code is good for half a minute and can be used once. Wait for the next one if necessary.
      </Notice>
    )
  }
  return (
    <Notice type="error" title="You could not be signed in">
      {describeError(error)}
    </Notice>
  )
}
