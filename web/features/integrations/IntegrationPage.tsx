// One integration: its facts, its credentials, its checklists, and its revocation.
// Does not belong here: the list (IntegrationsPage.tsx), rendering a checklist (#kit/Checklist.tsx).

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Integration, type IntegrationKind, integrationKindsQuery, integrationQuery, type Names } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { ChecklistCard } from './ChecklistCard.tsx'
import { ImpactCard } from './ImpactCard.tsx'
import { IntegrationFacts } from './IntegrationFacts.tsx'
import { OwnedCard } from './OwnedCard.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'

/** The page at `paths.integration`. @source docs/reference/specification.md §5.5 */
export function IntegrationPage() {
  const id = Number(useParams({ from: `/frame${paths.integration}` }).id)
  const query = useQuery(integrationQuery(id))
  const { data } = query
  const { data: kinds } = useQuery(integrationKindsQuery)
  const kind = kinds?.find((each) => each.kind === data?.integration.kind)
  return (
    <Page
      title={data?.integration.name ?? 'Integration'}
      intro={kind?.description}
      trail={<MenuTrail path={paths.integrations} />}
      action={data?.integration.allowed_acts.includes('revoke') === true && <Revoke integration={data.integration} />}
    >
      <Loaded query={query} noun="integration" hint="The address may have been mistyped." rows={4}>
        {(found) => <Parts key={found.integration.id} {...found} kind={kind} />}
      </Loaded>
    </Page>
  )
}

interface PartsProps {
  integration: Integration
  names: Names
  kind: IntegrationKind | undefined
}

/** The open checklist comes first; during set-up, the revocation checklist is shown below as well. */
function Parts({ integration, names, kind }: PartsProps) {
  const { state } = integration
  const creation = <ChecklistCard integration={integration} names={names} list="creation_steps" />
  const revocation = <ChecklistCard integration={integration} names={names} list="revocation_steps" />
  return (
    <Cards>
      {state === 'creating' && creation}
      {(state === 'revoking' || state === 'revoked') && revocation}
      <IntegrationFacts integration={integration} names={names} kind={kind} />
      <OwnedCard integration={integration} kind={kind} />
      {(state === 'creating' || state === 'active') && <ImpactCard id={integration.id} />}
      {state !== 'creating' && creation}
      {(state === 'creating' || state === 'active') && revocation}
    </Cards>
  )
}

function Revoke({ integration }: { integration: Integration }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Revoke
      </Button>
      {isAsked && <RevokeDialog integration={integration} onClose={() => setAsked(false)} />}
    </>
  )
}
