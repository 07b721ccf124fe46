import type { ReactNode } from 'react'
import styled from 'styled-components'
import { palette } from './palette.ts'
import { narrow } from './theme.tsx'

/** A list on a card, its items separated by lines. */
export function PlainList({ label, children }: { label: string; children: ReactNode }) {
  return <List aria-label={label}>{children}</List>
}

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
  border-top: 1px solid ${palette.sand[200]};
  li {
    padding: 14px 20px;
    overflow-wrap: anywhere;
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
