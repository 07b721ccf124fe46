import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * The keys of the search: `/` focuses the field from anywhere, the arrows move between the field and the results, Enter in the field opens the
 * first result, Escape calls `clearOrClose`.
 */
export function useSearchKeys(field: RefObject<HTMLInputElement | null>, clearOrClose: () => void) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [field])
  const onKeyDown = (event: ReactKeyboardEvent) => {
    // the key belongs to the input method, which may use Enter and the arrows to choose a word
    if (event.nativeEvent.isComposing) return
    const links = [...(box.current?.querySelectorAll('a') ?? [])]
    // -1 is the field
    const at = links.findIndex((link) => link === document.activeElement)
    if (event.key === 'Escape') clearOrClose()
    else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') (links[at - 1] ?? field.current)?.focus()
    else if (event.key === 'Enter' && document.activeElement === field.current) links[0]?.click()
    else return
    event.preventDefault()
  }
  return { box, onKeyDown }
}
