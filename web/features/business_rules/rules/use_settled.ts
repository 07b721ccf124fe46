import { useEffect, useState } from 'react'

/** The value once it has been the same (as JSON) for some milliseconds; undefined before. */
export function useSettled<Value>(value: Value, after_ms: number): Value | undefined {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState<{ value: Value }>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), after_ms)
    return () => clearTimeout(timer)
    // the text stands for the value, which is another object each time
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text, after_ms])
  return settled?.value
}
