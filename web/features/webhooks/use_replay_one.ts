import { useReplay } from './queries.ts'
import { showToast } from '#kit/toasts.tsx'
import { reportError } from '#features/common/public.ts'

/** Repeats one call and reports it. `onReplayed` gets the id of the new call. */
export function useReplayOne(webhookId: string): (invocation: string, onReplayed?: (id: string) => void) => void {
  const replay = useReplay(webhookId)
  return (invocation_id, onReplayed) =>
    replay.mutate(
      { invocation_id },
      {
        onSuccess: ({ invocations }) => {
          showToast('success', 'The call is being repeated')
          if (invocations[0] !== undefined) onReplayed?.(invocations[0].id)
        },
        onError: reportError,
      },
    )
}
