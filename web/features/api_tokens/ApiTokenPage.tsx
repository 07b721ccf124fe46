// One API token: its description, its callers, its limits, and its rotation.
// Does not belong here: the list (ApiTokensPage.tsx), creating a token (AddApiTokenPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiToken, apiTokenQuery } from './queries.ts'
import { meQuery } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow, Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { Mono } from '#kit/text.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { ActDialog } from './ActDialog.tsx'
import { ImpactCards } from './Impact.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { RotationCard } from './RotationCard.tsx'
import { actsFor } from './token.ts'
import type { TokenActRow } from './token.ts'
import { TokenFacts } from './TokenFacts.tsx'

/** The page at `paths.api_token`. */
export function ApiTokenPage() {
  const id = Number(useParams({ from: `/frame${paths.api_token}` }).id)
  const query = useQuery(apiTokenQuery(id))
  const { data: token } = query
  // engineers who are agents read it and change nothing
  const isAdmin = useQuery(meQuery).data?.role === 'admin'
  return (
    <Page
      title="API token"
      intro={token && <Mono>{token.visible_token}</Mono>}
      trail={<MenuTrail path={paths.api_tokens} />}
      action={token && isAdmin && <Acts token={token} />}
    >
      <Loaded query={query} noun="API token" hint="It may have been deleted. The audit log says so." rows={4}>
        {(found) => <Parts key={found.id} token={found} isAdmin={isAdmin} />}
      </Loaded>
    </Page>
  )
}

function Parts({ token, isAdmin }: { token: ApiToken; isAdmin: boolean }) {
  return (
    <Cards>
      <TokenFacts token={token} />
      <ImpactCards id={token.id} />
      {isAdmin && <LimitsCard token={token} />}
      {isAdmin && <RotationCard token={token} />}
    </Cards>
  )
}

function Acts({ token }: { token: ApiToken }) {
  const [asked, setAsked] = useState<TokenActRow>()
  const navigate = useNavigate()
  const close = (isDone: boolean) => {
    setAsked(undefined)
    if (isDone && asked?.act === 'Delete') void navigate({ to: paths.api_tokens })
  }
  return (
    <ButtonRow>
      {actsFor(token).map((row) => (
        <Button key={row.act} kind={row.isDanger ? 'danger' : 'plain'} onClick={() => setAsked(row)}>
          {row.act}
        </Button>
      ))}
      {asked && <ActDialog token={token} row={asked} onClose={close} />}
    </ButtonRow>
  )
}
