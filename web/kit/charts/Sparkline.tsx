import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import type { DaySums } from './days.ts'
import { formatNumber } from '../numbers.ts'
import styles from './Sparkline.module.css'

const WIDTH = 96
const HEIGHT = 24
const EDGE = 2

/** The days of one row as a tiny chart; its accessible name contains the key figures. */
export function Sparkline({ days }: { days: readonly DaySums[] }) {
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  const x = scaleLinear({ domain: [0, Math.max(1, days.length - 1)], range: [EDGE, WIDTH - EDGE] })
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - EDGE, EDGE] })
  const label = `Up to ${formatNumber(most)} a day, ${formatNumber(days.at(-1)?.calls ?? 0)} on the last`
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <LinePath className={styles.line ?? ''} data={[...days]} x={(_, index) => x(index)} y={({ calls }) => y(calls)} />
    </svg>
  )
}
