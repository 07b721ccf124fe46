import type { ReactNode } from 'react'
import styled from 'styled-components'
import { palette, sheet } from './palette.ts'
import { RelativeTime } from './RelativeTime.tsx'
import { Subtle, UserText } from './text.tsx'

/** A list of events, oldest first; its entries are `Moment`s. */
export function History({ label, children }: { label: string; children: ReactNode }) {
  return <List aria-label={label}>{children}</List>
}

interface MomentProps {
  who: string
  verb: string
  at: string
  text: string
  /** What else there is to say, below the text. */
  children?: ReactNode
}

/** One event: who did what, when, and the text they wrote. */
export function Moment({ who, verb, at, text, children }: MomentProps) {
  return (
    <Entry>
      <div>
        <strong>{who}</strong> {verb}{' '}
        <Subtle>
          <RelativeTime at={at} />
        </Subtle>
      </div>
      {text !== '' && <UserText>{text}</UserText>}
      {children && <Below>{children}</Below>}
    </Entry>
  )
}

const List = styled.ol`
  display: grid;
  gap: 20px;
  margin: 0;
  padding: 0 0 0 20px;
  border-left: 2px solid ${palette.sand[200]};
  list-style: none;
`

const Entry = styled.li`
  position: relative;
  overflow-wrap: anywhere;
  strong {
    font-weight: 600;
    color: ${palette.ink[1000]};
  }
  > div + * {
    margin-top: 4px;
  }
  &::before {
    content: '';
    position: absolute;
    top: 5px;
    left: -26px;
    width: 10px;
    height: 10px;
    border: 2px solid ${palette.indigo[700]};
    border-radius: 50%;
    background: ${sheet};
  }
`

const Below = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
`
