import { useLayoutEffect, useRef, useState } from 'react'

/** What was moved last, and what a screen reader says of it. */
interface Moved {
  id: number | string
  said: string
}

/**
 * Keeps what was moved last among rows with these ids, each with a `MoveHandle` inside `area`. When moving a row has taken the focus from
 * its handle, the handle gets it back.
 */
export function useMoved(ids: readonly (number | string)[]) {
  const area = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<Moved>()
  const order = ids.join()
  useLayoutEffect(() => {
    const index = moved === undefined ? -1 : order.split(',').indexOf(String(moved.id))
    if (index >= 0 && document.activeElement === document.body)
      area.current?.querySelectorAll<HTMLElement>('[data-move-handle]')[index]?.focus()
  }, [order, moved])
  return { area, said: moved?.said ?? '', setMoved }
}
