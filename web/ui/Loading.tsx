import { Skeleton, Spinner } from '@zendeskgarden/react-loaders'
import styled from 'styled-components'
import { ScreenReaderOnly } from './text.tsx'
import { palette } from './palette.ts'

interface LoadingRowsProps {
  label: string
  rows?: number
  /** The container has its own padding. */
  isFlush?: boolean
}

/** Grey placeholder lines for rows. */
export function LoadingRows({ label, rows = 6, isFlush = false }: LoadingRowsProps) {
  return (
    <div role="status">
      <ScreenReaderOnly>{label}</ScreenReaderOnly>
      {Array.from({ length: rows }, (_, row) => (
        <Line key={row} $isFlush={isFlush}>
          <Skeleton height="16px" width={`${55 - (row % 3) * 8}%`} />
          <Skeleton height="16px" width="15%" />
          <Skeleton height="16px" width="10%" />
        </Line>
      ))}
    </div>
  )
}

/** The placeholder of a whole page. */
export function LoadingPage() {
  return (
    <Middle role="status">
      <Spinner size="32px" aria-label="Loading" />
    </Middle>
  )
}

const Line = styled.div<{ $isFlush: boolean }>`
  display: flex;
  justify-content: space-between;
  gap: 24px;
  padding: ${({ $isFlush }) => ($isFlush ? '12px 0' : '22px 20px')};
  & + & {
    border-top: 1px solid ${palette.sand[200]};
  }
`

const Middle = styled.div`
  display: grid;
  place-items: center;
  min-height: 60vh;
  color: ${palette.indigo[700]};
`
