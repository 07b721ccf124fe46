import { type ReactNode, useId, useState } from 'react'
import { Icon } from '#kit/Icon.tsx'

interface FoldingProps {
  title: string
  /** The list contains the current page: it opens when that becomes so. */
  holdsCurrent: boolean
  isOpenAtFirst?: boolean
  /** Called when the list is open: a closed one costs nothing. */
  children: () => ReactNode
}

/** A heading of the contents that expands and collapses the list below it. */
export function Folding({ title, holdsCurrent, isOpenAtFirst = holdsCurrent, children }: FoldingProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [heldCurrent, setHeldCurrent] = useState(holdsCurrent)
  const id = useId()
  if (heldCurrent !== holdsCurrent) {
    setHeldCurrent(holdsCurrent)
    if (holdsCurrent) setOpen(true)
  }
  return (
    <>
      <button type="button" className="entry folding" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <span>{title}</span>
        <Icon name="chevron-right" />
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen ? children() : null}
      </ul>
    </>
  )
}
