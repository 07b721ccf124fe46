import { useEffect, useRef } from 'react'
import { IconButton } from '../Button.tsx'
import styles from './PagerBar.module.css'

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
    <nav ref={frame} className={styles.bar} aria-label="Pages">
      <span role="status">{shown}</span>
      <IconButton {...back} icon="chevron-left" />
      <IconButton {...next} icon="chevron-right" />
    </nav>
  )
}
