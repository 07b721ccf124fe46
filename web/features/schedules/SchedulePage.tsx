// One schedule: its name and time zone, the hours of its week, and its holidays, each saved on its own.
// Does not belong here: the list (SchedulesPage.tsx), the cards.

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Schedule, scheduleQuery, useSaveSchedule, useSaveWorkweek } from './queries.ts'
import { isSame } from '#lib/objects.ts'
import { CardForm, LeaveGuard, Loaded, useSavedDraft } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { Cards } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { showToast } from '#kit/toasts.tsx'
import { MenuTrail } from '#features/frame/public.ts'
import { DeleteScheduleDialog } from './DeleteScheduleDialog.tsx'
import { GeneralFields, generalMembers } from './GeneralFields.tsx'
import { HolidaysCard } from './HolidaysCard.tsx'
import { intervalsOf, weekOf } from './week.ts'
import { WeekFields } from './WeekFields.tsx'

/** The page at `paths.schedule`. @source docs/reference/account.md §5 */
export function SchedulePage() {
  const id = Number(useParams({ from: `/frame${paths.schedule}` }).id)
  const query = useQuery(scheduleQuery(id))
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const close = (isDone: boolean) => {
    setAsked(false)
    if (isDone) void navigate({ to: paths.schedules, ignoreBlocker: true })
  }
  return (
    <Page
      title={query.data?.name ?? 'Schedule'}
      isNarrow
      trail={<MenuTrail path={paths.schedules} />}
      action={
        query.data && (
          <Button kind="danger" onClick={() => setAsked(true)}>
            Delete
          </Button>
        )
      }
    >
      <Loaded query={query} noun="schedule" hint="It may have been deleted. The audit log says so.">
        {(schedule) => <ScheduleCards key={schedule.id} schedule={schedule} />}
      </Loaded>
      {isAsked && query.data && <DeleteScheduleDialog schedule={query.data} onClose={close} />}
    </Page>
  )
}

function draftOf({ name, time_zone, intervals }: Schedule) {
  return { general: { name, time_zone }, week: weekOf(intervals) }
}

function ScheduleCards({ schedule }: { schedule: Schedule }) {
  const { id } = schedule
  const [initial] = useState(() => draftOf(schedule))
  const [draft, setDraft] = useSavedDraft(`schedules:${id}`, initial)
  const [saved, setSaved] = useState(initial)
  const save = useSaveSchedule()
  const saveWeek = useSaveWorkweek(id)
  const { general, week } = draft
  const isGeneralSaved = isSame(general, saved.general)
  const isWeekSaved = isSame(week, saved.week)
  const generalError = isGeneralSaved ? null : save.error
  const submitGeneral = () =>
    save.mutate(
      { id, ...general },
      {
        onSuccess: () => {
          setSaved((now) => ({ ...now, general }))
          showToast('success', 'Schedule saved')
        },
      },
    )
  const submitWeek = () =>
    saveWeek.mutate(intervalsOf(week), {
      onSuccess: () => {
        setSaved((now) => ({ ...now, week }))
        showToast('success', 'Hours saved')
      },
    })
  return (
    <Cards>
      <CardForm
        title="General"
        actionLabel="Save"
        error={generalError}
        failure="The schedule was not saved"
        fields={generalMembers}
        isBusy={save.isPending}
        isUnchanged={isGeneralSaved}
        onSubmit={submitGeneral}
      >
        <GeneralFields
          general={general}
          zone={initial.general.time_zone}
          error={generalError}
          onChange={(changed) => setDraft({ ...draft, general: changed })}
        />
      </CardForm>
      <CardForm
        title="Weekly hours"
        actionLabel="Save hours"
        error={isWeekSaved ? null : saveWeek.error}
        failure="The hours were not saved"
        fields={[]}
        isBusy={saveWeek.isPending}
        isUnchanged={isWeekSaved}
        onSubmit={submitWeek}
      >
        <WeekFields week={week} onChange={(changed) => setDraft({ ...draft, week: changed })} />
      </CardForm>
      <HolidaysCard schedule={id} />
      <LeaveGuard isActive={!isGeneralSaved || !isWeekSaved} title="Leave without saving the schedule?">
        Your changes are not kept.
      </LeaveGuard>
    </Cards>
  )
}
