// One integration for users who are not administrators: its requester and the integration-bot agent who sets it up.
// Does not belong here: the administrators' page (IntegrationPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink, useParams } from '@tanstack/react-router'
import { integrationKindsQuery, integrationQuery } from './queries.ts'
import { ChecklistCard } from './ChecklistCard.tsx'
import { findOpenChecklist } from './integration.ts'
import { IntegrationFacts } from './IntegrationFacts.tsx'
import { Loaded } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { Trail } from '#kit/Trail.tsx'

const TextLink = createLink(TextAnchor)

/** The page at `paths.own_integration`. @source docs/reference/specification.md §5.5.3, §5.5.5 */
export function OwnIntegrationPage() {
  const id = Number(useParams({ from: `/frame${paths.own_integration}` }).id)
  const query = useQuery(integrationQuery(id))
  const { data: kinds } = useQuery(integrationKindsQuery)
  const kind = kinds?.find((each) => each.kind === query.data?.integration.kind)
  return (
    <Page
      title={query.data?.integration.name ?? 'Integration'}
      intro={kind?.description}
      trail={
        <Trail>
          <TextLink to={paths.access_requests}>Access requests</TextLink>
        </Trail>
      }
    >
      <Loaded query={query} noun="integration" hint="You may not be involved in it: sign in as the person it was meant for." rows={4}>
        {({ integration, names }) => (
          <Cards key={integration.id}>
            <ChecklistCard integration={integration} names={names} list={findOpenChecklist(integration) ?? 'creation_steps'} />
            <IntegrationFacts integration={integration} names={names} kind={kind} />
          </Cards>
        )}
      </Loaded>
    </Page>
  )
}
