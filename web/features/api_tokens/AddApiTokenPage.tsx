// Creating a token in two steps: its description is entered and saved, then its value is shown once to be copied.
// Does not belong here: the list (ApiTokensPage.tsx), the access request that comes before.

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ApiTokenInput, type TokenBounds, useCreateApiToken } from './queries.ts'
import { useHandOver } from './issuable_requests.ts'
import { meQuery, ownAccessQuery } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Card, Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { showToast } from '#kit/toasts.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { groundsFor, MissingDuty } from './duties.tsx'
import { NewTokenStep } from './NewTokenStep.tsx'
import { TokenForm } from './TokenForm.tsx'

/** The page at `paths.new_api_token`. @source docs/reference/specification.md §5.6.7 */
export function AddApiTokenPage() {
  const navigate = useNavigate()
  const own = useQuery(ownAccessQuery)
  const role = useQuery(meQuery).data?.role ?? 'agent'
  const create = useCreateApiToken()
  const handOver = useHandOver()
  // the user chose to leave: skip the leave guard
  const close = () => navigate({ to: paths.api_tokens, ignoreBlocker: true })
  const reset = () => {
    create.reset()
    handOver.reset()
  }
  const save = (input: ApiTokenInput) => {
    handOver.reset()
    create.mutate(input)
  }
  const handOverTo = (id: number, bounds: TokenBounds) => {
    create.reset()
    handOver.mutate(
      { id, bounds },
      {
        onSuccess: () => {
          showToast('success', 'API token created. Its value waits for the requester as a one-time secret.')
          void close()
        },
      },
    )
  }
  return (
    <Page title="Add API token" isNarrow trail={<MenuTrail path={paths.api_tokens} />}>
      {create.data === undefined ? (
        <Loaded query={own} noun="duties" rows={4}>
          {({ duties }) => (
            <Cards>
              <MissingDuty role={role} duties={duties} />
              {groundsFor({ role, duties }).length > 0 && (
                <Card>
                  <TokenForm
                    allowed={groundsFor({ role, duties })}
                    error={create.error ?? handOver.error}
                    isBusy={create.isPending || handOver.isPending}
                    onForget={reset}
                    onSave={save}
                    onHandOver={handOverTo}
                    onCancel={close}
                  />
                </Card>
              )}
            </Cards>
          )}
        </Loaded>
      ) : (
        <Card>
          <NewTokenStep token={create.data} onSave={close} />
        </Card>
      )}
    </Page>
  )
}
