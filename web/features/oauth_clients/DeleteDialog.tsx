import { type OAuthClient, useDeleteOAuthClient } from './queries.ts'
import { ConfirmedAct } from '#features/common/public.ts'
import { Facts, LongMono } from '#kit/text.tsx'

interface DeleteDialogProps {
  client: OAuthClient
  /** `isDone`: the client was deleted. */
  onClose: (isDone: boolean) => void
}

/** Asks to confirm the deletion of a client and its tokens, does it, and reports the result. */
export function DeleteDialog({ client, onClose }: DeleteDialogProps) {
  const remove = useDeleteOAuthClient()
  return (
    <ConfirmedAct
      title="Delete this OAuth client?"
      actionLabel="Delete"
      isDanger
      act={() => remove.mutateAsync(client.id)}
      done="OAuth client deleted"
      onClose={onClose}
    >
      <p>Every token it was granted is refused by the next call. Neither the client nor its tokens can be brought back.</p>
      <Facts>
        <dt>Name</dt>
        <dd>{client.name}</dd>
        <dt>Identifier</dt>
        <dd>
          <LongMono>{client.identifier}</LongMono>
        </dd>
      </Facts>
    </ConfirmedAct>
  )
}
