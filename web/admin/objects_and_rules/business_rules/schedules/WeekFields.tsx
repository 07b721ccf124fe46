// The hours of a week, day by day. Only times that do not overlap with others can be chosen.
// Does not belong here: which times those are (week.ts).

import styled from 'styled-components'
import { useRowFocus } from '../../../../rules/use_row_focus.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { CompactSelect } from '../../../../ui/compact_fields.tsx'
import { palette } from '../../../../ui/palette.ts'
import { Strong, Subtle } from '../../../../ui/text.tsx'
import { narrow } from '../../../../ui/theme.tsx'
import { choicesAt, days, type Hours, timeText, type Week, withEnd, withMoreHours, withStart } from './week.ts'

interface WeekFieldsProps {
  week: Week
  onChange: (week: Week) => void
}

/** A line for each day, with its hours. */
export function WeekFields({ week, onChange }: WeekFieldsProps) {
  return (
    <div>
      {days.map(({ day, title }) => (
        <DayFields
          key={day}
          title={title}
          hours={week[day] ?? []}
          onChange={(hours) => onChange(week.map((one, index) => (index === day ? hours : one)))}
        />
      ))}
    </div>
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
    <Line role="group" aria-label={title}>
      <Strong>{title}</Strong>
      <Rows ref={rows}>
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
      </Rows>
      {more && (
        <Button ref={add} size="small" onClick={() => grow(more)}>
          Add hours
        </Button>
      )}
    </Line>
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
    <FromTo>
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
    </FromTo>
  )
}

const makeOption = (minutes: number) => ({ value: String(minutes), label: timeText(minutes) })

const Line = styled.div`
  display: grid;
  grid-template-columns: 110px minmax(0, 1fr) auto;
  gap: 8px 16px;
  align-items: start;
  padding: 12px 0;
  border-top: 1px solid ${palette.sand[200]};
  > :first-child,
  > button {
    margin-top: 10px;
  }
  > button {
    margin-top: 4px;
  }
  ${narrow} {
    grid-template-columns: minmax(0, 1fr) auto;
    > :nth-child(2) {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`

const Rows = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  > span {
    padding: 10px 0;
  }
`

const FromTo = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 120px) auto minmax(0, 120px) auto;
  justify-content: start;
  gap: 8px;
  align-items: center;
`
