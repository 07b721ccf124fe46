// Calls per day as stacked bars, with the same data as a table for screen readers.
// Does not belong here: loading the data.

import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { useId } from 'react'
import styled from 'styled-components'
import { palette } from '../ui/palette.ts'
import type { DaySums } from './days.ts'
import { DayTable } from './DayTable.tsx'
import { useWidth } from './use_width.ts'
import { formatCompactNumber, formatCount, formatNumber } from '../ui/numbers.ts'
import { formatShortDay } from '../ui/dates.ts'

const HEIGHT = 200
const MARGIN = { top: 8, right: 20, bottom: 26, left: 44 }
const PARTS = [
  { key: 'answered', label: 'Answered', colour: palette.indigo[600] },
  { key: 'errors', label: 'Errors', colour: palette.brick[700] },
  { key: 'limited', label: 'Rate limited', colour: palette.amber[500] },
] as const
type Part = (typeof PARTS)[number]['key']
type Bar = { day: string } & Record<Part, number>

/** A bar per day, of successful, failed and rate-limited calls. */
export function TrendChart({ title, days }: { title: string; days: readonly DaySums[] }) {
  const [frame, width] = useWidth<HTMLDivElement>()
  return (
    <div>
      <Legend>
        {PARTS.map(({ key, label, colour }) => (
          <li key={key}>
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="3" fill={colour} />
            </svg>
            {label}
          </li>
        ))}
      </Legend>
      <Frame ref={frame}>{width > 0 && <Drawing title={title} days={days} width={width} />}</Frame>
      <DayTable caption={title} days={days} />
    </div>
  )
}

function Drawing({ title, days, width }: { title: string; days: readonly DaySums[]; width: number }) {
  const id = useId()
  const bars = days.map(({ day, calls, errors, limited }): Bar => ({ day, answered: calls - errors - limited, errors, limited }))
  const [right, bottom] = [Math.max(width - MARGIN.left - MARGIN.right, 10), HEIGHT - MARGIN.top - MARGIN.bottom]
  const x = scaleBand({ domain: days.map(({ day }) => day), range: [0, right], padding: 0.2 })
  const y = scaleLinear({ domain: [0, Math.max(4, ...days.map(({ calls }) => calls))], range: [bottom, 0], nice: true })
  const colour = scaleOrdinal({ domain: PARTS.map(({ key }) => key), range: PARTS.map((part) => part.colour) })
  return (
    <svg width={width} height={HEIGHT} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
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
          stroke={palette.sand[400]}
          tickFormat={formatShortDay}
          tickLabelProps={labels}
        />
      </Group>
    </svg>
  )
}

const labels = { fill: palette.sand[700], fontSize: 12, fontFamily: 'inherit' }
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

const Frame = styled.div`
  min-height: ${HEIGHT}px;
  svg {
    display: block;
    max-width: 100%;
  }
`

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  margin-bottom: 8px;
  color: ${palette.sand[800]};
  font-size: 13px;
  li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
`
