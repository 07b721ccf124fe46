// One webhook: its facts, its signing secret, its calls.
// Does not belong here: its form (EditWebhookPage.tsx), one call (InvocationPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { integrationQuery } from '#features/integrations/public.ts'
import { namesQuery } from '#features/named_records/public.ts'
import { type Webhook, webhookQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow, Card, Cards, CardTitle, FormBody } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Breakable, Facts, LongMono, TextAnchor } from '#kit/text.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { DeleteWebhookDialog } from './DeleteWebhookDialog.tsx'
import { eventTitle } from './event_types.ts'
import { InvocationsCard } from './InvocationsCard.tsx'
import { SigningSecretCard } from './SigningSecretCard.tsx'
import { useWebhookActs } from './use_webhook_acts.ts'
import { authenticationWords, formatName, isCalledByRules } from './words.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.webhook`. @source docs/reference/webhooks.md §1, §2 */
export function WebhookPage() {
  const { id } = useParams({ from: `/frame${paths.webhook}` })
  const query = useQuery(webhookQuery(id))
  return (
    <Page
      title={query.data?.name ?? 'Webhook'}
      intro={query.data?.description}
      trail={<MenuTrail path={paths.webhooks} />}
      action={query.data && <Acts webhook={query.data} />}
    >
      <Loaded query={query} noun="webhook" hint="It may have been deleted. The audit log says so." rows={4}>
        {(webhook) => (
          <Cards key={webhook.id}>
            <FactsCard webhook={webhook} />
            {webhook.integration_id === undefined ? <SigningSecretCard id={webhook.id} /> : <OwnedSecretCard />}
            <InvocationsCard webhook={webhook} />
          </Cards>
        )}
      </Loaded>
    </Page>
  )
}

function Acts({ webhook }: { webhook: Webhook }) {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const acts = useWebhookActs()
  const isActive = webhook.status === 'active'
  const close = (isDone: boolean) => {
    setAsked(false)
    if (isDone) void navigate({ to: paths.webhooks })
  }
  return (
    <ButtonRow>
      <Button kind="primary" onClick={() => acts.edit(webhook.id)}>
        Edit
      </Button>
      <Button onClick={() => acts.setActive(webhook, !isActive)}>{isActive ? 'Deactivate' : 'Activate'}</Button>
      <Button onClick={() => acts.clone(webhook)}>Clone</Button>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && <DeleteWebhookDialog webhook={webhook} onClose={close} />}
    </ButtonRow>
  )
}

function FactsCard({ webhook }: { webhook: Webhook }) {
  const { status, http_method, endpoint, request_format, authentication, custom_headers = {} } = webhook
  const { created_at, created_by, updated_at, updated_by } = webhook
  const headers = Object.entries(custom_headers)
  return (
    <Card aria-label="Facts">
      <FormBody>
        <CardTitle>Facts</CardTitle>
        <Facts>
          <dt>State</dt>
          <dd>
            <StatusTag tone={status === 'active' ? 'good' : 'off'}>{status === 'active' ? 'Active' : 'Inactive'}</StatusTag>
          </dd>
          {webhook.integration_id !== undefined && (
            <>
              <dt>Integration</dt>
              <dd>
                <Owner id={webhook.integration_id} />
              </dd>
            </>
          )}
          <dt>Calls</dt>
          <dd>
            {http_method} <Breakable text={endpoint} />
          </dd>
          <dt>Format</dt>
          <dd>{formatName(request_format)}</dd>
          <dt>Authentication</dt>
          <dd>{authenticationWords(authentication)}</dd>
          {headers.length > 0 && (
            <>
              <dt>Headers</dt>
              <dd>
                {headers.map(([name, value]) => (
                  <div key={name}>
                    <LongMono>{`${name}: ${value}`}</LongMono>
                  </div>
                ))}
              </dd>
            </>
          )}
          <dt>Called by</dt>
          <dd>{isCalledByRules(webhook) ? 'Triggers and automations' : webhook.subscriptions.map(eventTitle).join(', ')}</dd>
          <dt>Id</dt>
          <dd>
            <LongMono>{webhook.id}</LongMono>
          </dd>
          <dt>Created</dt>
          <dd>
            <RelativeTime at={created_at} /> <By id={created_by} />
          </dd>
          {updated_at !== undefined && (
            <>
              <dt>Changed</dt>
              <dd>
                <RelativeTime at={updated_at} /> {updated_by !== undefined && <By id={updated_by} />}
              </dd>
            </>
          )}
        </Facts>
      </FormBody>
    </Card>
  )
}

/** The integration that owns the webhook. */
function Owner({ id }: { id: number }) {
  const { data } = useQuery(integrationQuery(id))
  return (
    <TextLink to={paths.integration} params={{ id: String(id) }}>
      {data?.integration.name ?? `Integration ${id}`}
    </TextLink>
  )
}

/** What is said of the signing secret of an integration, which nobody is shown here. */
function OwnedSecretCard() {
  return (
    <Card aria-label="Signing secret">
      <FormBody>
        <CardTitle>Signing secret</CardTitle>
        <p>Only the requester of its integration has it. It is rotated at the access request of the integration.</p>
      </FormBody>
    </Card>
  )
}

/** Who did something, once their name is known. */
function By({ id }: { id: string }) {
  const { data: names } = useQuery(namesQuery('users', [Number(id)]))
  return names === undefined ? null : `by ${names.get(Number(id)) ?? `user ${id}`}`
}
