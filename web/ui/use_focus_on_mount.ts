import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Takes the keyboard to an element when its part of the page has come in the place of another. */
export function useFocusOnMount<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => target.current?.focus(), [])
  return target
}
