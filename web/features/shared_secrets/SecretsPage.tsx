// One-time secrets: those the user has received or sent, and the one whose link the user followed.
// Does not belong here: one secret (SecretPage.tsx), sending one (NewSecretPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import { meQuery } from '#features/session/public.ts'
import { type Box, SECRETS_PER_PAGE, type SharedSecret, sharedSecretsQuery } from './queries.ts'
import { useNow } from '#lib/clock.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { ServedTable } from '#kit/table/ServedTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card, Cards, Toolbar } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Segments } from '#kit/Segments.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { SecondLine, TextAnchor } from '#kit/text.tsx'
import { LinkedSecret } from './HeldSecret.tsx'
import { stateOf, stateWords } from './states.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.secrets`. @source docs/reference/specification.md §5.6.8 */
export function SecretsPage() {
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const mayBeSender = me?.role === 'admin' || me?.role === 'agent'
  return (
    <Page
      isList
      title="One-time secrets"
      intro="A secret goes from one person to one other. It can be read once, by the signed-in reader, within 24 hours, and is then gone."
      action={
        mayBeSender && (
          <Button kind="primary" onClick={() => navigate({ to: paths.new_secret })}>
            New secret
          </Button>
        )
      }
    >
      <Cards>
        <LinkedSecret />
        <Boxes mayBeSender={mayBeSender} />
      </Cards>
    </Page>
  )
}

function Boxes({ mayBeSender }: { mayBeSender: boolean }) {
  const { box = 'received' as const } = useSearch({ from: `/frame${paths.secrets}` })
  const navigate = useNavigate({ from: paths.secrets })
  return (
    <div>
      {mayBeSender && (
        <Toolbar>
          <Segments<Box>
            label="Which secrets"
            segments={[
              { value: 'received', label: 'Received' },
              { value: 'sent', label: 'Sent' },
            ]}
            value={box}
            onChange={(value) => navigate({ search: value === 'sent' ? { box: value } : {}, replace: true })}
          />
        </Toolbar>
      )}
      <SecretList box={box} />
    </div>
  )
}

function SecretList({ box }: { box: Box }) {
  const { page = 1 } = useSearch({ from: `/frame${paths.secrets}` })
  const navigate = useNavigate({ from: paths.secrets })
  const { table, columns, title, text } = boxes[box]
  return (
    <Loaded query={useQuery(sharedSecretsQuery(box, page))} noun="secrets">
      {({ shared_secrets, count }) => (
        <Card>
          {count === 0 ? (
            <EmptyState icon="lock" title={title}>
              {text}
            </EmptyState>
          ) : (
            <ServedTable
              label={table}
              entries={shared_secrets}
              columns={columns}
              keyOf={({ id }) => id}
              page={page}
              total={count ?? 0}
              size={SECRETS_PER_PAGE}
              onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
            />
          )}
        </Card>
      )}
    </Loaded>
  )
}

const label: Column<SharedSecret> = { title: 'Secret', render: (secret) => <Label secret={secret} /> }
const sent: Column<SharedSecret> = { title: 'Sent', width: '18%', render: ({ created_at }) => <RelativeTime at={created_at} /> }
const state: Column<SharedSecret> = { title: 'State', width: '24%', render: (secret) => <State secret={secret} /> }
const from: Column<SharedSecret> = { title: 'From', width: '22%', render: ({ sender_name }) => sender_name }
const reader: Column<SharedSecret> = { title: 'For', width: '22%', render: ({ reader_name }) => reader_name }

/** The columns of the two lists, and their texts when they are empty. */
const boxes: Readonly<Record<Box, { table: string; columns: readonly Column<SharedSecret>[]; title: string; text: string }>> = {
  received: {
    table: 'Secrets for you',
    columns: [label, from, sent, state],
    title: 'Nothing for you',
    text: 'Secrets that people send you are listed here.',
  },
  sent: {
    table: 'Secrets you have sent',
    columns: [label, reader, sent, state],
    title: 'Nothing sent yet',
    text: 'Secrets you send are listed here, with their state.',
  },
}

function Label({ secret }: { secret: SharedSecret }) {
  return (
    <TextLink to={paths.secret} params={{ id: String(secret.id) }}>
      {secret.label}
    </TextLink>
  )
}

function State({ secret }: { secret: SharedSecret }) {
  const state = stateOf(secret, useNow())
  const { label: word, tone } = stateWords[state]
  return (
    <div>
      <StatusTag tone={tone}>{word}</StatusTag>
      {state === 'waiting' && (
        <SecondLine>
          expires <RelativeTime at={secret.expires_at} />
        </SecondLine>
      )}
      {secret.read_at !== null && (
        <SecondLine>
          read <RelativeTime at={secret.read_at} />
        </SecondLine>
      )}
    </div>
  )
}
