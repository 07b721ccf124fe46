// The holidays of a schedule: days on which it has no hours. Each is saved and deleted on its own.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type Holiday, holidaysQuery, useDeleteHoliday, useSaveHoliday } from './queries.ts'
import { ConfirmedAct, FormError, LoadedCard } from '#features/common/public.ts'
import { type Column, PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { FormActions } from '#kit/Card.tsx'
import { DateField } from '#kit/DateField.tsx'
import { TextField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { RowMenu } from '#kit/RowMenu.tsx'
import { Strong } from '#kit/text.tsx'
import { showToast } from '#kit/toasts.tsx'
import { formatDay } from '#kit/dates.ts'

type Asked = { act: 'save'; holiday?: Holiday } | { act: 'delete'; holiday: Holiday }

/** The card with the holidays of the schedule with this id. */
export function HolidaysCard({ schedule }: { schedule: number }) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <LoadedCard
      title="Holidays"
      about="Days without business hours, from the first to the last day."
      query={useQuery(holidaysQuery(schedule))}
      noun="holidays"
    >
      {(holidays) => (
        <>
          {holidays.length > 0 && (
            <PlainTable
              label="Holidays"
              entries={holidays}
              columns={columns}
              keyOf={({ id }) => id}
              menuOf={(holiday) => (
                <RowMenu
                  label={`Actions for ${holiday.name}`}
                  actions={[
                    { label: 'Edit', onSelect: () => setAsked({ act: 'save', holiday }) },
                    { label: 'Delete', isDanger: true, onSelect: () => setAsked({ act: 'delete', holiday }) },
                  ]}
                />
              )}
            />
          )}
          <FormActions>
            <Button onClick={() => setAsked({ act: 'save' })}>Add holiday</Button>
          </FormActions>
          {asked?.act === 'save' && <HolidayDialog schedule={schedule} holiday={asked.holiday} onClose={close} />}
          {asked?.act === 'delete' && <DeleteHolidayDialog schedule={schedule} holiday={asked.holiday} onClose={close} />}
        </>
      )}
    </LoadedCard>
  )
}

const columns: readonly Column<Holiday>[] = [
  { title: 'Name', render: ({ name }) => name },
  { title: 'First day', width: '112px', render: ({ start_date }) => formatDay(start_date) },
  { title: 'Last day', width: '112px', render: ({ end_date }) => formatDay(end_date) },
]

interface HolidayDialogProps {
  schedule: number
  /** The holiday to change; undefined for a new one. */
  holiday: Holiday | undefined
  onClose: () => void
}

function HolidayDialog({ schedule, holiday, onClose }: HolidayDialogProps) {
  const [draft, setDraft] = useState({
    name: holiday?.name ?? '',
    start_date: holiday?.start_date ?? '',
    end_date: holiday?.end_date ?? '',
  })
  const save = useSaveHoliday(schedule)
  const done = holiday === undefined ? 'Holiday added' : 'Holiday saved'
  const submit = () =>
    save.mutate(
      { ...draft, end_date: draft.end_date || draft.start_date, id: holiday?.id },
      {
        onSuccess: () => {
          showToast('success', done)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={holiday === undefined ? 'Add holiday' : 'Change holiday'}
      actionLabel={holiday === undefined ? 'Add' : 'Save'}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={save.error} title="The holiday was not saved" fields={['name', 'start_date', 'end_date']} />
      <TextField
        label="Name"
        name="name"
        value={draft.name}
        error={detailOf(save.error, 'name')}
        onChange={(name) => setDraft({ ...draft, name })}
        autoComplete="off"
        isRequired
      />
      <DateField
        label="First day"
        name="start_date"
        value={draft.start_date}
        error={detailOf(save.error, 'start_date')}
        onChange={(start_date) => setDraft({ ...draft, start_date })}
      />
      <DateField
        label="Last day"
        name="end_date"
        hint="Empty for a single day."
        value={draft.end_date}
        error={draft.end_date === '' ? undefined : detailOf(save.error, 'end_date')}
        onChange={(end_date) => setDraft({ ...draft, end_date })}
      />
    </FormDialog>
  )
}

interface DeleteHolidayDialogProps {
  schedule: number
  holiday: Holiday
  onClose: () => void
}

function DeleteHolidayDialog({ schedule, holiday, onClose }: DeleteHolidayDialogProps) {
  const remove = useDeleteHoliday(schedule)
  return (
    <ConfirmedAct
      title="Delete this holiday?"
      actionLabel="Delete"
      isDanger
      act={() => remove.mutateAsync(holiday.id)}
      done="Holiday deleted"
      onClose={onClose}
    >
      <p>
        The schedule has its usual hours on <Strong>{holiday.name}</Strong> again.
      </p>
    </ConfirmedAct>
  )
}
