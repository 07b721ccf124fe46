import { type ApiToken, useChangeApiToken, useDeleteApiToken } from './queries.ts'
import { ConfirmedAct } from '#features/common/public.ts'
import { Breakable, Facts, Mono } from '#kit/text.tsx'
import { LastUsed } from './columns.tsx'
import { ImpactBrief } from './Impact.tsx'
import type { TokenActRow } from './token.ts'

interface ActDialogProps {
  token: ApiToken
  row: TokenActRow
  /** `isDone`: the act was done. */
  onClose: (isDone: boolean) => void
}

/** Asks to confirm the deactivation, reactivation or deletion of a token, does it, and reports the result. */
export function ActDialog({ token, row, onClose }: ActDialogProps) {
  const change = useChangeApiToken()
  const remove = useDeleteApiToken()
  const act = () =>
    row.act === 'Delete' ? remove.mutateAsync(token.id) : change.mutateAsync({ id: token.id, change: { active: row.act === 'Reactivate' } })
  return (
    <ConfirmedAct title={row.title} actionLabel={row.act} isDanger={row.isDanger} act={act} done={row.done} onClose={onClose}>
      {row.act === 'Deactivate' && <ImpactBrief id={token.id} />}
      <p>{row.consequence}</p>
      <Facts>
        <dt>Description</dt>
        <dd>
          <Breakable text={token.description} />
        </dd>
        <dt>Token</dt>
        <dd>
          <Mono>{token.visible_token}</Mono>
        </dd>
        <dt>Last used</dt>
        <dd>
          <LastUsed at={token.last_used} />
        </dd>
      </Facts>
    </ConfirmedAct>
  )
}
