import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSaveSchedule } from './queries.ts'
import { CardForm, LeaveGuard, useSavedDraft } from '#features/common/public.ts'
import { ownTimeZone } from '#features/localization/public.ts'
import { paths } from '#lib/paths.ts'
import { Page } from '#kit/Page.tsx'
import { showToast } from '#kit/toasts.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { GeneralFields, generalMembers } from './GeneralFields.tsx'

/** The page at `paths.new_schedule`: hours and holidays are added to the schedule once it is there. */
export function AddSchedulePage() {
  const [empty] = useState(() => ({ name: '', time_zone: ownTimeZone() }))
  const [draft, setDraft] = useSavedDraft('schedules:new', empty)
  const save = useSaveSchedule()
  const navigate = useNavigate()
  const submit = () =>
    save.mutate(draft, {
      onSuccess: ({ id }) => {
        showToast('success', 'Schedule added')
        void navigate({ to: paths.schedule, params: { id: String(id) }, replace: true, ignoreBlocker: true })
      },
    })
  return (
    <Page
      title="Add schedule"
      isNarrow
      intro="It begins with Monday to Friday, 09:00 to 17:00. Hours and holidays are changed on the next page."
      trail={<MenuTrail path={paths.schedules} />}
    >
      <CardForm
        title="General"
        actionLabel="Add"
        error={save.error}
        failure="The schedule was not added"
        fields={generalMembers}
        isBusy={save.isPending}
        onSubmit={submit}
      >
        <GeneralFields general={draft} zone={empty.time_zone} error={save.error} onChange={setDraft} />
      </CardForm>
      <LeaveGuard isActive={draft !== empty} title="Leave without adding the schedule?">
        What you have filled in is not kept.
      </LeaveGuard>
    </Page>
  )
}
