import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** A text as a QR code. `label` is the accessible name. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={styles.picture} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect className={styles.light} width={size} height={size} />
      <path className={styles.dark} d={squares.join('')} />
    </svg>
  )
}
