import { useDeleteWebhook, type Webhook } from './queries.ts'
import { ConfirmedAct } from '#features/common/public.ts'
import { Strong } from '#kit/text.tsx'

interface DeleteWebhookDialogProps {
  webhook: Webhook
  /** `isDone`: it was deleted. */
  onClose: (isDone: boolean) => void
}

/** Asks to confirm the deletion of a webhook with its log, does it, and reports the result. */
export function DeleteWebhookDialog({ webhook: { id, name }, onClose }: DeleteWebhookDialogProps) {
  const remove = useDeleteWebhook()
  return (
    <ConfirmedAct
      title="Delete this webhook?"
      actionLabel="Delete"
      isDanger
      act={() => remove.mutateAsync(id)}
      done="Webhook deleted"
      onClose={onClose}
    >
      <p>
        <Strong>{name}</Strong> is deleted with the log of its calls, its signing secret and its credential. Calls that wait are not made.
        To stop it for a while, deactivate it.
      </p>
    </ConfirmedAct>
  )
}
