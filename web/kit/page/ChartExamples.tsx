import { everyDay } from '../charts/days.ts'
import { Sparkline } from '../charts/Sparkline.tsx'
import { TrendChart } from '../charts/TrendChart.tsx'
import { SideBySide, Example, Examples } from './Example.tsx'

const empty = everyDay('2026-10-22', '2026-11-20', [])
const days = empty.map((sums, index) => ({ ...sums, calls: 20 + ((index * 37) % 100), errors: index % 7, limited: index % 3 }))

/** Numbers over time. */
export function ChartExamples() {
  return (
    <Examples>
      <Example title="A trend">
        <TrendChart title="Calls per day" days={days} />
      </Example>
      <Example title="A trend without any">
        <TrendChart title="Calls per day, of which there are none" days={empty} />
      </Example>
      <Example title="Small">
        <SideBySide>
          <Sparkline days={days} />
          <Sparkline days={empty} />
        </SideBySide>
      </Example>
    </Examples>
  )
}
