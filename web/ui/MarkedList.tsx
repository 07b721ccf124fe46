import styled from 'styled-components'
import { palette } from './palette.ts'
import { StatusTag } from './StatusTag.tsx'
import { LongMono } from './text.tsx'

/** What one line of the list says. */
export interface MarkedItem {
  title: string
  /** The machine's word for it, below. */
  code: string
  /** A word of warning at its end. */
  warning?: string | undefined
}

/** A list of what is at stake; each line in words, with the word of the machine below. */
export function MarkedList({ label, items }: { label: string; items: readonly MarkedItem[] }) {
  return (
    <List aria-label={label}>
      {items.map(({ title, code, warning }) => (
        <li key={code}>
          <div>
            <span>{title}</span>
            {warning !== undefined && <StatusTag tone="warning">{warning}</StatusTag>}
          </div>
          {code !== title && <LongMono>{code}</LongMono>}
        </li>
      ))}
    </List>
  )
}

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin-top: 8px;
  border: 1px solid ${palette.sand[300]};
  border-radius: 7px;
  li {
    padding: 10px 14px;
  }
  li + li {
    border-top: 1px solid ${palette.sand[200]};
  }
  li > div {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    align-items: start;
    color: ${palette.sand[1000]};
    overflow-wrap: anywhere;
  }
  li > div > :last-child:not(:first-child) {
    flex: none;
  }
`
