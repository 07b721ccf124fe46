import { createLink } from '@tanstack/react-router'
import type { Integration, IntegrationKind, Names } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Breakable, Facts, Subtle, TextAnchor } from '#kit/text.tsx'
import { healthWords, stateWords } from './integration.ts'

const TextLink = createLink(TextAnchor)

/** The facts about an integration: its state, its request, its people, its configuration. */
export function IntegrationFacts({
  integration,
  names,
  kind,
}: {
  integration: Integration
  names: Names
  kind: IntegrationKind | undefined
}) {
  const { state, health, requester_id, bot_user_id, access_request_id, scopes } = integration
  return (
    <Card>
      <CardHead>
        <CardTitle>Facts</CardTitle>
        <Facts>
          <dt>State</dt>
          <dd>
            <StatusTag tone={stateWords[state].tone}>{stateWords[state].label}</StatusTag> {integration.revocation_reason}
          </dd>
          {health !== null && (
            <>
              <dt>Health</dt>
              <dd>
                <StatusTag tone={healthWords[health].tone}>{healthWords[health].label}</StatusTag> {healthWords[health].sentence}
              </dd>
            </>
          )}
          <dt>Kind</dt>
          <dd>{kind?.title ?? integration.kind}</dd>
          <dt>Access request</dt>
          <dd>
            <TextLink to={paths.access_request} params={{ id: String(access_request_id) }}>
              Request {access_request_id}
            </TextLink>{' '}
            by {names.get(requester_id) ?? `user ${requester_id}`}
          </dd>
          <dt>Scopes</dt>
          <dd>{scopes.length === 0 ? <Subtle>None were asked for</Subtle> : scopes.join(', ')}</dd>
          <dt>Created</dt>
          <dd>
            <RelativeTime at={integration.created_at} /> by {names.get(bot_user_id) ?? 'the integration-bot agent'}
          </dd>
          <dt>Ends</dt>
          <dd>{integration.expires_at === null ? 'When it is revoked' : <RelativeTime at={integration.expires_at} />}</dd>
          <Configuration integration={integration} kind={kind} />
        </Facts>
      </CardHead>
    </Card>
  )
}

function Configuration({ integration: { config, sealed }, kind }: { integration: Integration; kind: IntegrationKind | undefined }) {
  const findTitle = (key: string) => kind?.config.find((member) => member.key === key)?.title ?? key
  return (
    <>
      {Object.entries(config).map(([key, value]) => [
        <dt key={`${key} name`}>{findTitle(key)}</dt>,
        <dd key={key}>
          <Breakable text={value} />
        </dd>,
      ])}
      {sealed.map((key) => [
        <dt key={`${key} name`}>{key === 'signing_secret' ? 'Signing secret' : findTitle(key)}</dt>,
        <dd key={key}>
          <Subtle>Encrypted; it cannot be shown</Subtle>
        </dd>,
      ])}
    </>
  )
}
