// The list of webhooks: find one, see which fail, switch one on and off, copy it, delete it.
// Does not belong here: one webhook with its calls (WebhookPage.tsx), its form (WebhookEditor.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Webhook, webhooksQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { withWords } from '#kit/table/search.ts'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { Segments } from '#kit/Segments.tsx'
import { webhookColumns } from './columns.tsx'
import { DeleteWebhookDialog } from './DeleteWebhookDialog.tsx'
import { parseWebhookSearch, type WebhookSearch } from './search.ts'
import { useWebhookActs } from './use_webhook_acts.ts'

/** The page at `paths.webhooks`. @source docs/reference/webhooks.md §1 */
export function WebhooksPage() {
  const navigate = useNavigate()
  return (
    <Page
      isList
      title="Webhooks"
      intro="A webhook calls an address outside when a trigger or an automation says so, or when an event happens. Every call is signed, tried again where that helps, and kept for seven days."
      action={
        <Button kind="primary" onClick={() => navigate({ to: paths.new_webhook })}>
          Add webhook
        </Button>
      }
    >
      <Loaded query={useQuery(webhooksQuery)} noun="webhooks">
        {(webhooks) =>
          webhooks.length > 0 ? (
            <FilteredList webhooks={webhooks} />
          ) : (
            <Card>
              <EmptyState icon="plug" title="No webhooks yet">
                Add one for each address that is to be told of what happens here.
              </EmptyState>
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}

const states = ['all', 'active', 'inactive'] as const
const stateLabels = { all: 'All', active: 'Active', inactive: 'Inactive' } as const
type State = (typeof states)[number]

const inState = (webhooks: readonly Webhook[], state: State) =>
  state === 'all' ? webhooks : webhooks.filter(({ status }) => status === state)

function FilteredList({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { state = 'all', q = '', page = 1 } = useSearch({ from: `/frame${paths.webhooks}` })
  const navigate = useNavigate({ from: paths.webhooks })
  const narrow = (search: WebhookSearch) => void navigate({ search: parseWebhookSearch({ ...search }), replace: true })
  const [doomed, setDoomed] = useState<Webhook>()
  const acts = useWebhookActs()
  const found = withWords(webhooks, q, ({ name, description, endpoint }) => [name, description, endpoint])
  const kept = state === 'all' ? {} : { state }
  return (
    <>
      <SearchableTable
        label="Webhooks"
        searchLabel="Search webhooks"
        q={q}
        onSearch={(text) => narrow({ ...kept, q: text })}
        filters={
          <Segments
            label="State"
            segments={states.map((value) => ({ value, label: stateLabels[value], count: inState(found, value).length }))}
            value={state}
            onChange={(value) => narrow({ ...(value === 'all' ? {} : { state: value }), q })}
          />
        }
        none={{ title: 'No webhook matches', text: `None of the ${webhooks.length} webhooks has that text and state.` }}
        onShowAll={() => narrow({})}
        entries={inState(found, state)}
        columns={webhookColumns(acts.setActive)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actionsOf={(webhook) => [
          { label: 'Calls', onSelect: () => acts.open(webhook.id) },
          { label: 'Edit', onSelect: () => acts.edit(webhook.id) },
          { label: 'Clone', onSelect: () => acts.clone(webhook) },
          { label: 'Delete', isDanger: true, onSelect: () => setDoomed(webhook) },
        ]}
        page={page}
        onPage={(next) => void navigate({ search: (now) => parseWebhookSearch({ ...now, page: next }) })}
      />
      {doomed && <DeleteWebhookDialog webhook={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}
