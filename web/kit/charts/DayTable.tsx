import type { DaySums } from './days.ts'
import styles from './DayTable.module.css'
import { formatNumber } from '../numbers.ts'
import { formatShortDay } from '../dates.ts'
import hidden from '../hidden.module.css'

/** The data of a chart as a table, collapsed by default; latest day first. */
export function DayTable({ caption, days }: { caption: string; days: readonly DaySums[] }) {
  return (
    <details className={styles.details}>
      <summary>Show the days as a table</summary>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={`${caption}, as a table`}>
        <table className={styles.table}>
          <caption className={hidden.visuallyHidden}>{caption}</caption>
          <thead>
            <tr>
              {['Day', 'Calls', 'Errors', 'Rate limited'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ day, calls, errors, limited }) => (
              <tr key={day}>
                <th scope="row">{formatShortDay(day)}</th>
                <td>{formatNumber(calls)}</td>
                <td>{formatNumber(errors)}</td>
                <td>{formatNumber(limited)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
