import { Button } from '#kit/Button.tsx'
import { ButtonRow } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { Notice } from '#kit/Notice.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'

/** Shows the recovery codes once, with ways to save them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <SubmitForm isLoose onSubmit={onDone}>
      <Notice type="warning" title="Keep these recovery codes">
        This is the only time they are shown. Each of them works once in place of the app, when you do not have your phone.
      </Notice>
      <CopyField
        label="Recovery codes"
        name="recovery_codes"
        value={codes.join('\n')}
        hint="Print them, or keep them in a password manager."
        isLong
      />
      <ButtonRow>
        <Button onClick={() => window.print()}>Print</Button>
        <Button kind="primary" type="submit">
          I have saved them
        </Button>
      </ButtonRow>
    </SubmitForm>
  )
}
