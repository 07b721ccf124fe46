import styled from 'styled-components'
import { focusRing, visuallyHidden } from '../ui/css.ts'
import { palette } from '../ui/palette.ts'
import type { DaySums } from './days.ts'
import { formatNumber } from '../ui/numbers.ts'
import { formatShortDay } from '../ui/dates.ts'

/** The data of a chart as a table, collapsed by default; latest day first. */
export function DayTable({ caption, days }: { caption: string; days: readonly DaySums[] }) {
  return (
    <Details>
      <summary>Show the days as a table</summary>
      <Scroll tabIndex={0} role="region" aria-label={`${caption}, as a table`}>
        <table>
          <caption>{caption}</caption>
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
      </Scroll>
    </Details>
  )
}

const Details = styled.details`
  margin-top: 8px;
  summary {
    width: max-content;
    max-width: 100%;
    padding: 4px 0;
    color: ${palette.indigo[700]};
    cursor: pointer;
    &:focus-visible {
      ${focusRing}
    }
  }
`

const Scroll = styled.div`
  max-height: 280px;
  margin-top: 4px;
  overflow: auto;
  &:focus-visible {
    ${focusRing}
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  caption {
    ${visuallyHidden}
  }
  th,
  td {
    padding: 4px 16px 4px 0;
    text-align: right;
    font-weight: 400;
  }
  thead th {
    color: ${palette.sand[700]};
    font-weight: 600;
  }
  th:first-child {
    text-align: left;
    white-space: nowrap;
  }
`
