// Sending a secret in two steps: it is entered and sent, then its link is shown once.
// Does not belong here: the list (SecretsPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { meQuery, useSendsMail } from '#features/session/public.ts'
import { type NewSecret, type SentSecret, useSendSecret } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { FormError, LeaveGuard } from '#features/common/public.ts'
import { PersonField } from '#features/named_records/public.ts'
import { Button } from '#kit/Button.tsx'
import { Card, FormActions, FormBody } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { TextArea, TextField } from '#kit/fields.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { PasswordField } from '#kit/PasswordField.tsx'
import { SubmitActions } from '#kit/SubmitActions.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { Trail } from '#kit/Trail.tsx'

const TextLink = createLink(TextAnchor)

/** The page at `paths.new_secret`. */
export function NewSecretPage() {
  const navigate = useNavigate()
  const send = useSendSecret()
  const close = () => navigate({ to: paths.secrets, search: { box: 'sent' }, ignoreBlocker: true })
  return (
    <Page
      title="New secret"
      isNarrow
      trail={
        <Trail>
          <TextLink to={paths.secrets}>One-time secrets</TextLink>
        </Trail>
      }
    >
      <Card>
        {send.data === undefined ? (
          <SecretForm error={send.error} isBusy={send.isPending} onSend={send.mutate} onCancel={close} />
        ) : (
          <SentStep secret={send.data} onDone={close} />
        )}
      </Card>
    </Page>
  )
}

interface SecretFormProps {
  error: Error | null
  isBusy: boolean
  onSend: (secret: NewSecret) => void
  onCancel: () => void
}

const EMPTY: NewSecret = { reader_id: null, label: '', value: '', passphrase: '' }

function SecretForm({ error, isBusy, onSend, onCancel }: SecretFormProps) {
  const [draft, setDraft] = useState(EMPTY)
  const change = (part: Partial<NewSecret>) => setDraft({ ...draft, ...part })
  return (
    <SubmitForm error={error} isBusy={isBusy} onSubmit={() => onSend(draft)}>
      <FormBody>
        <SecretFields draft={draft} error={error} onChange={change} />
      </FormBody>
      <SubmitActions label="Send" isBusy={isBusy} onCancel={onCancel} />
      <LeaveGuard isActive={draft !== EMPTY} title="Leave without sending the secret?">
        What you have entered is not kept.
      </LeaveGuard>
    </SubmitForm>
  )
}

const FIELDS = ['reader_id', 'label', 'value', 'passphrase'] as const

interface SecretFieldsProps {
  draft: NewSecret
  error: Error | null
  onChange: (part: Partial<NewSecret>) => void
}

function SecretFields({ draft, error, onChange }: SecretFieldsProps) {
  const { data: me } = useQuery(meQuery)
  const [reader, label, value, passphrase] = FIELDS.map((member) => detailOf(error, member))
  return (
    <>
      <FormError error={error} title="The secret was not sent" fields={FIELDS} />
      <PersonField
        label="Reader"
        name="reader_id"
        hint="Only this person can open it, after signing in. Find them by name or e-mail."
        except={me?.id ?? null}
        onPick={(reader_id) => onChange({ reader_id })}
        error={reader}
      />
      <TextField
        label="Label"
        name="label"
        hint="What it is for. It is shown in mails and lists, so never put the secret itself here."
        value={draft.label}
        onChange={(text) => onChange({ label: text })}
        error={label}
        autoComplete="off"
        isRequired
      />
      <TextArea
        label="Secret"
        name="value"
        hint="Stored encrypted until it is read, for 24 hours at most."
        value={draft.value}
        onChange={(text) => onChange({ value: text })}
        error={value}
        isRequired
      />
      <PasswordField
        label="Passphrase (optional)"
        name="passphrase"
        hint="Eight characters or more. Tell it to the reader in another way than the link, for example by telephone."
        value={draft.passphrase}
        onChange={(text) => onChange({ passphrase: text })}
        error={passphrase}
      />
    </>
  )
}

function SentStep({ secret, onDone }: { secret: SentSecret; onDone: () => void }) {
  const sendsMail = useSendsMail()
  return (
    <>
      <FormBody>
        <Notice type="success" title={`Sent to ${secret.reader_name}`}>
          {secret.reader_name} {sendsMail && 'has been notified by mail and '}finds it under One-time secrets.
          {sendsMail ? ' You get a receipt when it is read.' : ' There is no mail server: let them know that it is there.'}
        </Notice>
        <CopyField
          label="Link"
          name="link"
          value={secret.link}
          takesFocus
          hint="Another way to open it, if you want one. It is shown only once, and opens for the reader only."
        />
      </FormBody>
      <FormActions>
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
      </FormActions>
    </>
  )
}
