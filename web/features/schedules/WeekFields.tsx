// The hours of a week, day by day. Only times that do not overlap with others can be chosen.
// Does not belong here: which times those are (week.ts).

import { Button, IconButton } from '#kit/Button.tsx'
import { CompactSelect } from '#kit/compact_fields.tsx'
import { Ruled } from '#kit/Ruled.tsx'
import { Strong, Subtle } from '#kit/text.tsx'
import { useRowFocus } from '#kit/use_row_focus.ts'
import { choicesAt, days, type Hours, timeText, type Week, withEnd, withMoreHours, withStart } from './week.ts'
import styles from './WeekFields.module.css'

interface WeekFieldsProps {
  week: Week
  onChange: (week: Week) => void
}

/** A line for each day, with its hours. */
export function WeekFields({ week, onChange }: WeekFieldsProps) {
  return (
    <Ruled>
      {days.map(({ day, title }) => (
        <DayFields
          key={day}
          title={title}
          hours={week[day] ?? []}
          onChange={(hours) => onChange(week.map((one, index) => (index === day ? hours : one)))}
        />
      ))}
    </Ruled>
  )
}

interface DayFieldsProps {
  title: string
  hours: readonly Hours[]
  onChange: (hours: readonly Hours[]) => void
}

function DayFields({ title, hours, onChange }: DayFieldsProps) {
  const { rows, add, focusAt } = useRowFocus(hours.length)
  const more = withMoreHours(hours)
  const remove = (index: number) => {
    focusAt(index)
    onChange(hours.filter((_one, place) => place !== index))
  }
  const grow = (grown: readonly Hours[]) => {
    focusAt(grown.findIndex((one) => !hours.includes(one)))
    onChange(grown)
  }
  return (
    <div role="group" className={styles.day} aria-label={title}>
      <Strong>{title}</Strong>
      <div ref={rows} className={styles.rows}>
        {hours.map((one, index) => (
          <HoursFields
            key={one.key}
            label={hours.length === 1 ? title : `${title}, ${index + 1}`}
            hours={hours}
            index={index}
            onChange={onChange}
            onRemove={() => remove(index)}
          />
        ))}
        {hours.length === 0 && <Subtle>Closed</Subtle>}
      </div>
      {more && (
        <Button ref={add} size="small" onClick={() => grow(more)}>
          Add hours
        </Button>
      )}
    </div>
  )
}

interface HoursFieldsProps {
  /** The day, with a number if it has several hours. */
  label: string
  hours: readonly Hours[]
  index: number
  onChange: (hours: readonly Hours[]) => void
  onRemove: () => void
}

function HoursFields({ label, hours, index, onChange, onRemove }: HoursFieldsProps) {
  const { start = 0, end = 0 } = hours[index] ?? {}
  const { starts, ends } = choicesAt(hours, index)
  return (
    <div className={styles.hours}>
      <CompactSelect
        label={`Start of ${label}`}
        groups={[{ options: starts.map(makeOption) }]}
        value={String(start)}
        onChange={(value) => onChange(withStart(hours, index, Number(value)))}
      />
      <span aria-hidden>–</span>
      <CompactSelect
        label={`End of ${label}`}
        groups={[{ options: ends.map(makeOption) }]}
        value={String(end)}
        onChange={(value) => onChange(withEnd(hours, index, Number(value)))}
      />
      <IconButton label={`Remove hours of ${label}`} icon="cross" onClick={onRemove} />
    </div>
  )
}

const makeOption = (minutes: number) => ({ value: String(minutes), label: timeText(minutes) })
