import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** The width of an element in pixels, kept up to date; 0 before the first layout. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const watched = element.current
    if (watched === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
