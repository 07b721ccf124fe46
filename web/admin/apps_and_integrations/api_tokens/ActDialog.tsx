import { useChangeApiToken, useDeleteApiToken } from '../../../api/api_tokens.ts'
import type { ApiToken } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Breakable, Facts, Mono } from '../../../ui/text.tsx'
import { useShowToast } from '../../../ui/toasts.tsx'
import { useReportError } from '../../use_report_error.ts'
import { LastUsed } from './columns.tsx'
import { ImpactBrief } from './Impact.tsx'
import type { TokenActRow } from './token.ts'

interface ActDialogProps {
  token: ApiToken
  row: TokenActRow
  /** `isDone`: the act was done. */
  onClose: (isDone: boolean) => void
}

/** Asks before a token is deactivated, reactivated or deleted, does it, and says how it went. */
export function ActDialog({ token, row, onClose }: ActDialogProps) {
  const { act, isBusy } = useAct(token, row, onClose)
  return (
    <ConfirmDialog
      title={row.title}
      actionLabel={row.act}
      isDanger={row.isDanger}
      isBusy={isBusy}
      onConfirm={act}
      onClose={() => onClose(false)}
    >
      {row.act === 'Deactivate' && <ImpactBrief id={token.id} />}
      {row.consequence}
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
    </ConfirmDialog>
  )
}

function useAct(token: ApiToken, row: TokenActRow, onDone: (isDone: boolean) => void) {
  const change = useChangeApiToken()
  const remove = useDeleteApiToken()
  const showToast = useShowToast()
  const reportError = useReportError()
  const act = async () => {
    try {
      if (row.act === 'Delete') await remove.mutateAsync(token.id)
      else await change.mutateAsync({ id: token.id, change: { active: row.act === 'Reactivate' } })
      showToast('success', row.done)
      onDone(true)
    } catch (error) {
      reportError(error)
      onDone(false)
    }
  }
  return { act, isBusy: change.isPending || remove.isPending }
}
