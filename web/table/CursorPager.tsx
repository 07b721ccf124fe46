import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import { IconButton } from '../ui/Button.tsx'
import { palette } from '../ui/palette.ts'

interface CursorPagerProps {
  /** What is shown, in a few words: "Entries 14 Nov – 21 Nov". */
  shown: string
  hasNewer: boolean
  hasOlder: boolean
  onNewer: () => void
  onOlder: () => void
}

/** Turns the pages of a list that the server reads from a cursor: how many there are nobody counts. */
export function CursorPager({ shown, hasNewer, hasOlder, onNewer, onOlder }: CursorPagerProps) {
  const frame = useRef<HTMLElement>(null)
  const previous = useRef(shown)
  // after turning a page one reads from the top of the list
  useEffect(() => {
    if (previous.current !== shown) frame.current?.parentElement?.scrollIntoView({ block: 'start' })
    previous.current = shown
  }, [shown])
  return (
    <Frame ref={frame} aria-label="Pages">
      <span role="status">{shown}</span>
      <IconButton label="Newer" icon="chevron-left" isDisabled={!hasNewer} onClick={onNewer} />
      <IconButton label="Older" icon="chevron-right" isDisabled={!hasOlder} onClick={onOlder} />
    </Frame>
  )
}

const Frame = styled.nav`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  padding: 10px 16px;
  border-top: 1px solid ${palette.sand[200]};
  color: ${palette.sand[800]};
  font-variant-numeric: tabular-nums;
  span {
    margin-right: 8px;
  }
`
