import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

type Watched<Element extends HTMLElement, Value> = [element: RefObject<Element | null>, value: Value]

/** The width of an element in pixels, kept up to date; 0 before the first layout. */
export function useWidth<Element extends HTMLElement>(): Watched<Element, number> {
  const [width, setWidth] = useState(0)
  return [useWatchedWidth<Element>(setWidth), width]
}

/** Whether an element is narrower than `needed` pixels, kept up to date; a change of its width alone draws nothing again. */
export function useIsNarrower<Element extends HTMLElement>(needed: number): Watched<Element, boolean> {
  const [isNarrower, setIsNarrower] = useState(false)
  const compare = useCallback((width: number) => setIsNarrower(width < needed), [needed])
  return [useWatchedWidth<Element>(compare), isNarrower]
}

/** Calls back with the width, in whole pixels. The function must stay the same as long as it means the same. */
function useWatchedWidth<Element extends HTMLElement>(onWidth: (width: number) => void): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useLayoutEffect(() => {
    const watched = element.current
    if (watched === null) return
    // at once, so that the first paint is right; the computed style, since that ignores the scaling of an animation
    onWidth(Math.floor(Number.parseFloat(getComputedStyle(watched).width) || 0))
    const observer = new ResizeObserver(([entry]) => onWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [onWidth])
  return element
}
