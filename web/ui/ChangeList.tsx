import styled from 'styled-components'
import { palette } from './palette.ts'
import { ScreenReaderOnly } from './text.tsx'

interface ChangeListProps {
  /** What was changed. */
  label: string
  lines: readonly { sign: '-' | '+'; text: string }[]
}

/** What was removed and what was added, a line each. */
export function ChangeList({ label, lines }: ChangeListProps) {
  return (
    <List aria-label={label}>
      {lines.map(({ sign, text }, index) => (
        <Line key={index} $isAdded={sign === '+'}>
          <span aria-hidden="true">{sign === '+' ? '+' : '−'}</span>
          <div>
            <ScreenReaderOnly>{sign === '+' ? 'Added: ' : 'Removed: '}</ScreenReaderOnly>
            {text}
          </div>
        </Line>
      ))}
    </List>
  )
}

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
  margin-top: 4px;
`

const Line = styled.li<{ $isAdded: boolean }>`
  display: flex;
  gap: 8px;
  padding: 4px 10px;
  border-radius: 4px;
  background: ${({ $isAdded }) => ($isAdded ? palette.fern[200] : palette.sand[200])};
  color: ${({ $isAdded }) => ($isAdded ? palette.fern[900] : palette.sand[900])};
  > div {
    min-width: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`
