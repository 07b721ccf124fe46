import { PagerBar } from './PagerBar.tsx'

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
  return (
    <PagerBar
      shown={shown}
      place={shown}
      back={{ label: 'Newer', isDisabled: !hasNewer, onClick: onNewer }}
      on={{ label: 'Older', isDisabled: !hasOlder, onClick: onOlder }}
    />
  )
}
