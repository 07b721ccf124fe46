// The form of a webhook and the test call of what it says, saved or not.
// Does not belong here: the fields (WebhookForm.tsx), making the test call (TestCard.tsx).

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSaveWebhook, type Webhook } from './queries.ts'
import { LeaveGuard } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Cards } from '#kit/Card.tsx'
import { showToast } from '#kit/toasts.tsx'
import { changesOf, draftOf, inputOf } from './draft.ts'
import { TestCard } from './TestCard.tsx'
import { WebhookForm } from './WebhookForm.tsx'

/** Edits a webhook, or a new one. The draft may have a secret, so it is kept nowhere but here. */
export function WebhookEditor({ webhook }: { webhook: Webhook | undefined }) {
  const [draft, setDraft] = useState(() => draftOf(webhook))
  const [saved, setSaved] = useState(draft)
  const save = useSaveWebhook()
  const navigate = useNavigate()
  const submit = () =>
    save.mutate(webhook === undefined ? { ...inputOf(draft), id: undefined } : { ...changesOf(saved, draft), id: webhook.id }, {
      onSuccess: (id) => {
        // the secret that was typed is stored now, and not shown again; what was typed since stays
        const kept = { ...draft, secret: '' }
        setSaved(kept)
        setDraft((now) => (now === draft ? kept : { ...now, secret: now.secret === draft.secret ? '' : now.secret }))
        save.reset()
        showToast('success', 'Webhook saved')
        if (webhook === undefined) void navigate({ to: paths.webhook, params: { id }, replace: true, ignoreBlocker: true })
      },
    })
  const cancel = () =>
    void (webhook === undefined ? navigate({ to: paths.webhooks }) : navigate({ to: paths.webhook, params: { id: webhook.id } }))
  return (
    <Cards>
      <WebhookForm
        draft={draft}
        stored={webhook?.authentication?.type}
        error={save.error}
        isBusy={save.isPending}
        onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
        onSubmit={submit}
        onCancel={cancel}
      />
      <TestCard draft={draft} webhook={webhook} />
      <LeaveGuard isActive={draft !== saved} title="Leave without saving the webhook?">
        Your changes are not kept.
      </LeaveGuard>
    </Cards>
  )
}
