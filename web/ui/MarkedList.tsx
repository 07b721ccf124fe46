import styled from 'styled-components'
import { palette } from './palette.ts'
import { StatusTag } from './StatusTag.tsx'
import { LongMono } from './text.tsx'

/** One line of the list. */
export interface MarkedItem {
  title: string
  /** The technical name, below the title. */
  code: string
  /** A short warning at its end. */
  warning?: string | undefined
}

/** A list of things to decide on; each line has a title with its technical name below. */
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
