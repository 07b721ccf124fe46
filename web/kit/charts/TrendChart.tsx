// Calls per day as stacked bars, with the same data as a table for screen readers.
// Does not belong here: loading the data.

import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { useId } from 'react'
import type { DaySums } from './days.ts'
import { DayTable } from './DayTable.tsx'
import { formatShortDay } from '../dates.ts'
import { formatCompactNumber, formatCount, formatNumber } from '../numbers.ts'
import { useWidth } from '../use_width.ts'
import { joinClasses } from '../element.ts'
import styles from './TrendChart.module.css'

const HEIGHT = 200
const MARGIN = { top: 8, right: 20, bottom: 26, left: 44 }
const PARTS = [
  { key: 'answered', label: 'Answered', colour: 'var(--accent)' },
  { key: 'errors', label: 'Errors', colour: 'var(--danger)' },
  { key: 'limited', label: 'Rate limited', colour: 'var(--chart-third)' },
] as const
type Part = (typeof PARTS)[number]['key']
type Bar = { day: string } & Record<Part, number>

/** A bar per day, of successful, failed and rate-limited calls. */
export function TrendChart({ title, days }: { title: string; days: readonly DaySums[] }) {
  const [frame, width] = useWidth<HTMLDivElement>()
  return (
    <div>
      <ul className={styles.legend}>
        {PARTS.map(({ key, label, colour }) => (
          <li key={key}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={colour} />
            </svg>
            {label}
          </li>
        ))}
      </ul>
      <div ref={frame} className={styles.frame}>
        {width > 0 && <Drawing title={title} days={days} width={width} />}
      </div>
      <DayTable caption={title} days={days} />
    </div>
  )
}

function Drawing({ title, days, width }: { title: string; days: readonly DaySums[]; width: number }) {
  const id = useId()
  const bars = days.map(({ day, calls, errors, limited }): Bar => ({ day, answered: calls - errors - limited, errors, limited }))
  const right = Math.max(width - MARGIN.left - MARGIN.right, 10)
  const bottom = HEIGHT - MARGIN.top - MARGIN.bottom
  const x = scaleBand({ domain: days.map(({ day }) => day), range: [0, right], padding: 0.2 })
  const y = scaleLinear({ domain: [0, Math.max(4, ...days.map(({ calls }) => calls))], range: [bottom, 0], nice: true })
  const colour = scaleOrdinal({ domain: PARTS.map(({ key }) => key), range: PARTS.map((part) => part.colour) })
  return (
    <svg className={styles.drawing} width={width} height={HEIGHT} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{describe(days)}</desc>
      <Group left={MARGIN.left} top={MARGIN.top}>
        <AxisLeft
          scale={y}
          numTicks={4}
          hideAxisLine
          hideTicks
          tickFormat={(value) => formatCompactNumber(Number(value))}
          tickLabelProps={labels}
        />
        <BarStack data={bars} keys={PARTS.map(({ key }) => key)} x={({ day }) => day} xScale={x} yScale={y} color={colour} />
        <AxisBottom
          top={bottom}
          scale={x}
          tickValues={ticksOf(days, right)}
          hideTicks
          stroke="var(--line-strong)"
          tickFormat={formatShortDay}
          tickLabelProps={labels}
        />
      </Group>
    </svg>
  )
}

const labels = { className: joinClasses(styles.tick) }
const TICK_PIXELS = 72

/** The days labelled on the axis: as many as fit, always including the last one. */
function ticksOf(days: readonly DaySums[], width: number): string[] {
  const step = Math.max(1, Math.ceil((days.length * TICK_PIXELS) / width))
  return days.filter((_, index) => (days.length - 1 - index) % step === 0).map(({ day }) => day)
}

function describe(days: readonly DaySums[]): string {
  const total = days.reduce((sum, { calls }) => sum + calls, 0)
  const [first] = [...days].sort((one, other) => other.calls - one.calls)
  if (first === undefined || total === 0) return 'No calls on any of these days.'
  return `${formatCount(total, 'call')} in ${formatCount(days.length, 'day')}; the most, ${formatNumber(first.calls)}, on ${formatShortDay(first.day)}. The table below has every day.`
}
