import type { ReactNode } from 'react'
import styled from 'styled-components'
import { palette } from './palette.ts'
import { StatusTag } from './StatusTag.tsx'
import { SecondLine } from './text.tsx'
import { narrow } from './theme.tsx'

/** One item of a set-up checklist. */
export interface SetUpEntry {
  key: string
  title: ReactNode
  why: string
  isDone: boolean
}

/** A set-up checklist; each item is ticked automatically once it is done. */
export function StepList({ label, entries }: { label: string; entries: readonly SetUpEntry[] }) {
  return (
    <List aria-label={label}>
      {entries.map(({ key, title, why, isDone }) => (
        <li key={key}>
          <div>
            {title}
            <SecondLine>{why}</SecondLine>
          </div>
          <StatusTag tone={isDone ? 'good' : 'off'}>{isDone ? 'Done' : 'To do'}</StatusTag>
        </li>
      ))}
    </List>
  )
}

const List = styled.ol`
  margin: 0;
  padding: 0;
  list-style: none;
  border-top: 1px solid ${palette.sand[200]};
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 16px;
    align-items: start;
    padding: 14px 20px;
  }
  li + li {
    border-top: 1px solid ${palette.sand[200]};
  }
  ${narrow} {
    li {
      padding: 12px 16px;
    }
  }
`
