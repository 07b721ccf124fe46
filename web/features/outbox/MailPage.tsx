import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Mail, mailQuery, useRedeliverMail, useRevealMail } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Loaded, reportError } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Card, FormActions, FormBody } from '#kit/Card.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Facts, PlainTextBlock } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { mailStates } from './states.ts'

/** The page at `paths.outbox_mail`: one mail as it was written, with a button to send it again. */
export function MailPage() {
  const id = Number(useParams({ from: `/frame${paths.outbox_mail}` }).id)
  const query = useQuery(mailQuery(id))
  return (
    <Page title={query.data?.subject ?? 'Mail'} isNarrow trail={<MenuTrail path={paths.outbox} />}>
      <Loaded query={query} noun="mail" hint="Mails are deleted after 90 days." rows={4}>
        {(mail) => <OneMail mail={mail} />}
      </Loaded>
    </Page>
  )
}

function OneMail({ mail }: { mail: Mail }) {
  const redeliver = useRedeliverMail()
  const reveal = useRevealMail()
  const send = () =>
    redeliver.mutate(mail.id, { onSuccess: () => showToast('success', 'The mail is on its way again'), onError: reportError })
  const { label, tone } = mailStates[mail.state]
  return (
    <Card>
      <FormBody>
        <Facts>
          <dt>State</dt>
          <dd>
            <StatusTag tone={tone}>{label}</StatusTag>
          </dd>
          <dt>To</dt>
          <dd>
            <EmailAddress text={mail.to} />
          </dd>
          <dt>Written</dt>
          <dd>
            <RelativeTime at={mail.created_at} />
          </dd>
          {mail.sent_at !== null && (
            <>
              <dt>Sent</dt>
              <dd>
                <RelativeTime at={mail.sent_at} />
              </dd>
            </>
          )}
          {mail.error !== null && (
            <>
              <dt>Error</dt>
              <dd>{mail.error}</dd>
            </>
          )}
        </Facts>
        <PlainTextBlock>{reveal.data?.body ?? mail.body}</PlainTextBlock>
      </FormBody>
      <FormActions>
        {mail.hides_link && mail.state === 'kept' && reveal.data === undefined && (
          <Button isBusy={reveal.isPending} onClick={() => reveal.mutate(mail.id, { onError: reportError })}>
            Show the link
          </Button>
        )}
        <Button isBusy={redeliver.isPending} onClick={send}>
          Send again
        </Button>
      </FormActions>
    </Card>
  )
}
