import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import { IconButton } from '../ui/Button.tsx'
import { palette } from '../ui/palette.ts'

interface Turn {
  label: string
  isDisabled: boolean
  onClick: () => void
}

interface PagerBarProps {
  /** The part of the list shown, as text. */
  shown: string
  /** Changes exactly when the page changes. */
  place: string | number
  back: Turn
  on: Turn
}

/** The bar below a list that changes its pages. */
export function PagerBar({ shown, place, back, on: next }: PagerBarProps) {
  const frame = useRef<HTMLElement>(null)
  const previous = useRef(place)
  // after a change of page the user reads from the top of the list
  useEffect(() => {
    if (previous.current !== place) frame.current?.parentElement?.scrollIntoView({ block: 'start' })
    previous.current = place
  }, [place])
  return (
    <Frame ref={frame} aria-label="Pages">
      <span role="status">{shown}</span>
      <IconButton {...back} icon="chevron-left" />
      <IconButton {...next} icon="chevron-right" />
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
