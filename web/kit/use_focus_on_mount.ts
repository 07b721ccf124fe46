import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Focuses an element when it is mounted, such as a step that replaces the previous one. */
export function useFocusOnMount<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => target.current?.focus(), [])
  return target
}
