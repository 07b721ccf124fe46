import { useNavigate } from '@tanstack/react-router'
import { useCloneWebhook, useSaveWebhook, type Webhook } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { showToast } from '#kit/toasts.tsx'
import { reportError } from '#features/common/public.ts'

/** What can be done to a webhook outside its form, besides deleting it. */
export function useWebhookActs() {
  const navigate = useNavigate()
  const save = useSaveWebhook()
  const copy = useCloneWebhook()
  const edit = (id: string) => void navigate({ to: paths.edit_webhook, params: { id } })
  return {
    open: (id: string) => void navigate({ to: paths.webhook, params: { id } }),
    edit,
    setActive: ({ id }: Webhook, isActive: boolean) =>
      save.mutate(
        { id, status: isActive ? 'active' : 'inactive' },
        { onSuccess: () => showToast('success', isActive ? 'Activated' : 'Deactivated'), onError: reportError },
      ),
    /** Opens the form of the copy, which is not active yet. */
    clone: ({ id }: Webhook) =>
      copy.mutate(id, {
        onSuccess: (made) => {
          showToast('success', 'Cloned. The copy is not active yet.')
          edit(made.id)
        },
        onError: reportError,
      }),
  }
}
