import { useEffect, useRef } from 'react'

/** For a form: when an attempt fails, the keyboard goes to the first field that was refused. */
export function useFocusOnError(error: Error | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}
