// One-time secrets: those one has received and those one has sent, and the one whose link one came with.
// Does not belong here: one secret (SecretPage.tsx), sending one (NewSecretPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useSearch } from '@tanstack/react-router'
import { describeError } from '../api/errors.ts'
import { meQuery } from '../api/session.ts'
import { SECRETS_PER_PAGE, sharedSecretsQuery } from '../api/shared_secrets.ts'
import type { Box, SharedSecret } from '../api/shared_secrets.ts'
import { useNow } from '../clock.ts'
import { paths } from '../paths.ts'
import type { Column } from '../table/DataTable.tsx'
import { Pager } from '../table/Pager.tsx'
import { servedPage } from '../table/pages.ts'
import { PlainTable } from '../table/PlainTable.tsx'
import { Button } from '../ui/Button.tsx'
import { Card, Cards, Toolbar } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Segments } from '../ui/Segments.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { SecondLine, TextAnchor } from '../ui/text.tsx'
import { HeldSecret } from './HeldSecret.tsx'
import { stateOf, stateWords } from './states.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.secrets`. @source specification 5.6 rule 4 for tokens */
export function SecretsPage() {
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const mayBeSender = me?.role === 'admin' || me?.role === 'agent'
  return (
    <Page
      title="One-time secrets"
      intro="A value goes from one person to one other. It is read once, in the reader's own session, within 24 hours, and is gone."
      action={
        mayBeSender && (
          <Button kind="primary" onClick={() => navigate({ to: paths.new_secret })}>
            New secret
          </Button>
        )
      }
    >
      <Cards>
        <HeldSecret />
        <Boxes mayBeSender={mayBeSender} />
      </Cards>
    </Page>
  )
}

function Boxes({ mayBeSender }: { mayBeSender: boolean }) {
  const { box = 'received' as const } = useSearch({ from: `/people${paths.secrets}` })
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
      <Card>
        <SecretList box={box} />
      </Card>
    </div>
  )
}

function SecretList({ box }: { box: Box }) {
  const { page = 1 } = useSearch({ from: `/people${paths.secrets}` })
  const navigate = useNavigate({ from: paths.secrets })
  const { data, error, isFetching, refetch } = useQuery(sharedSecretsQuery(box, page))
  if (data === undefined && error !== null && !isFetching)
    return (
      <Notice type="error" title="The secrets could not be loaded" action={{ label: 'Try again', onClick: () => refetch() }}>
        {describeError(error)}
      </Notice>
    )
  if (data === undefined) return <LoadingRows label="Loading secrets" />
  if (data.count === 0)
    return (
      <EmptyState icon="lock" title={box === 'sent' ? 'Nothing sent yet' : 'Nothing for you'}>
        {box === 'sent'
          ? 'What you send to somebody stands here, with what became of it.'
          : 'When somebody sends you a secret, it waits here and you are told by mail.'}
      </EmptyState>
    )
  const shown = servedPage(data.shared_secrets, page, data.count, SECRETS_PER_PAGE)
  return (
    <>
      <PlainTable
        label={box === 'sent' ? 'Secrets you have sent' : 'Secrets for you'}
        entries={shown.entries}
        columns={box === 'sent' ? sentColumns : receivedColumns}
        keyOf={(secret) => secret.id}
      />
      {shown.page_count > 1 && <Pager {...shown} onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })} />}
    </>
  )
}

const label: Column<SharedSecret> = { title: 'Secret', render: (secret) => <Label secret={secret} /> }
const sent: Column<SharedSecret> = { title: 'Sent', width: '18%', render: ({ created_at }) => <RelativeTime at={created_at} /> }
const state: Column<SharedSecret> = { title: 'State', width: '24%', render: (secret) => <State secret={secret} /> }
const receivedColumns = [label, { title: 'From', width: '22%', render: ({ sender_name }: SharedSecret) => sender_name }, sent, state]
const sentColumns = [label, { title: 'For', width: '22%', render: ({ reader_name }: SharedSecret) => reader_name }, sent, state]

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
