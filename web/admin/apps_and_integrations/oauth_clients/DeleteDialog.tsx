import { useDeleteOAuthClient } from '../../../api/oauth_clients.ts'
import type { OAuthClient } from '../../../api/oauth_clients.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Facts, LongMono } from '../../../ui/text.tsx'
import { useShowToast } from '../../../ui/toasts.tsx'
import { useReportError } from '../../use_report_error.ts'

interface DeleteDialogProps {
  client: OAuthClient
  /** `isDone`: the client is gone. */
  onClose: (isDone: boolean) => void
}

/** Asks before a client is deleted with its tokens, does it, and says how it went. */
export function DeleteDialog({ client, onClose }: DeleteDialogProps) {
  const remove = useDeleteOAuthClient()
  const showToast = useShowToast()
  const reportError = useReportError()
  const act = async () => {
    try {
      await remove.mutateAsync(client.id)
      showToast('success', 'OAuth client deleted')
      onClose(true)
    } catch (error) {
      reportError(error)
      onClose(false)
    }
  }
  return (
    <ConfirmDialog
      title="Delete this OAuth client?"
      actionLabel="Delete"
      isDanger
      isBusy={remove.isPending}
      onConfirm={act}
      onClose={() => onClose(false)}
    >
      Every token it was granted is refused by the next call. Neither the client nor its tokens can be brought back.
      <Facts>
        <dt>Name</dt>
        <dd>{client.name}</dd>
        <dt>Identifier</dt>
        <dd>
          <LongMono>{client.identifier}</LongMono>
        </dd>
      </Facts>
    </ConfirmDialog>
  )
}
