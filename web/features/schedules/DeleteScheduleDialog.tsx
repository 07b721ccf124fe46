import { type Schedule, useDeleteSchedule } from './queries.ts'
import { ConfirmedAct } from '#features/common/public.ts'
import { Strong } from '#kit/text.tsx'

interface DeleteScheduleDialogProps {
  schedule: Schedule
  /** `isDone`: it was deleted. */
  onClose: (isDone: boolean) => void
}

/** Asks to confirm the deletion of a schedule, does it, and reports the result. */
export function DeleteScheduleDialog({ schedule, onClose }: DeleteScheduleDialogProps) {
  const remove = useDeleteSchedule()
  return (
    <ConfirmedAct
      title="Delete this schedule?"
      actionLabel="Delete"
      isDanger
      act={() => remove.mutateAsync(schedule.id)}
      done="Schedule deleted"
      onClose={onClose}
    >
      <p>
        <Strong>{schedule.name}</Strong> and its holidays cannot be brought back. Tickets that have it get the first of the others, and
        rules that name it are skipped.
      </p>
    </ConfirmedAct>
  )
}
