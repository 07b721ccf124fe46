import styles from './Figures.module.css'
import { formatNumber } from './numbers.ts'

/** A few large numbers beside each other, each under its title. */
export function Figures({ figures }: { figures: readonly (readonly [title: string, value: number])[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
