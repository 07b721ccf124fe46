import { useEffect, useRef } from 'react'

/**
 * For rows of fields that grow and shrink in number: a new row gets the focus; after a removal the next row or the button gets it. `rows` is
 * the element whose children are the rows, `add` the button that adds one; `focusAt` is called with the index before the number changes.
 */
export function useRowFocus(count: number) {
  const rows = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  /** The index of the row that gets the focus once it is there. */
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const row = rows.current?.children[Math.min(wanted.current, count - 1)]
    wanted.current = undefined
    const field = row?.querySelector<HTMLElement>('select, input, textarea')
    if (field) field.focus()
    else add.current?.focus()
  }, [count])
  const focusAt = (index: number) => {
    wanted.current = index
  }
  return { rows, add, focusAt }
}
