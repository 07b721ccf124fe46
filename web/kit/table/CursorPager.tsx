import { PagerBar } from './PagerBar.tsx'

interface CursorPagerProps {
  /** The part of the list shown, as text: "Entries 14 Nov – 21 Nov". */
  shown: string
  hasNewer: boolean
  hasOlder: boolean
  onNewer: () => void
  onOlder: () => void
}

/** Pages through a list with cursor paging, whose total is unknown. */
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
