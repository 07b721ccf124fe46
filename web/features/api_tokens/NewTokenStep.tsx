import { LeaveGuard } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { FormActions, FormBody } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { Breakable, Facts } from '#kit/text.tsx'
import type { NewApiToken } from './queries.ts'

/** Shows the value of a new token once, with ways to save it. */
export function NewTokenStep({ token, onSave }: { token: NewApiToken; onSave: () => void }) {
  return (
    <SubmitForm onSubmit={onSave}>
      <LeaveGuard isActive title="Leave without the token?">
        Its value is shown only once. If you have not copied it, you cannot get it back.
      </LeaveGuard>
      <FormBody>
        <Notice type="warning" title="Copy the token now">
          This is the only time its value is shown. Hand it over as a one-time secret, never by mail or chat.
        </Notice>
        <CopyField label="Token" name="token" takesFocus value={token.token} hint="It has administrator-level access and works at once." />
        <Facts>
          <dt>Description</dt>
          <dd>
            <Breakable text={token.description} />
          </dd>
          {token.reason && (
            <>
              <dt>Reason</dt>
              <dd>{token.reason}</dd>
            </>
          )}
        </Facts>
      </FormBody>
      <FormActions>
        <Button kind="primary" type="submit">
          Save
        </Button>
      </FormActions>
    </SubmitForm>
  )
}
