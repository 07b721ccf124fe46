// The current time in the browser: the only file of the dashboard that reads the clock.
// Does not belong here: formatting (#kit/dates.ts).

import { useSyncExternalStore } from 'react'

const STEP_SECONDS = 15

/** The current time in milliseconds since 1970, rounded down so that all times of one render agree. */
export function currentTime(): number {
  const step = STEP_SECONDS * 1000
  return Math.floor(Date.now() / step) * step
}

/** The current time in milliseconds; re-renders the component as time passes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentTime)
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, STEP_SECONDS * 1000)
  return () => clearInterval(timer)
}
