import { Children } from 'react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon } from './Icon.tsx'
import { palette } from './palette.ts'

/** Breadcrumbs: plain text, and links for the parts that are pages. */
export function Trail({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Where this page lies">
      <List>
        {Children.toArray(children).map((part, index) => (
          // the parts are static, so the index is a stable key
          <li key={index}>
            {part}
            <Icon name="chevron-right" width={10} height={10} />
          </li>
        ))}
      </List>
    </nav>
  )
}

const List = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 8px;
  margin: 0 0 8px;
  padding: 0;
  list-style: none;
  color: ${palette.sand[700]};
  font-size: 13px;
  li {
    display: inline-flex;
    align-items: center;
    gap: 8px;
  }
`
