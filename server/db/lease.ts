/**
 * The lease of what a process has cached: until its end the process has missed no notification that another one relies on. It is extended by each
 * heartbeat that arrives, and ended when notifications may have been missed.
 */
import { readStopwatch } from '#lib/clock.ts'

/** How long a lease lasts from the sending of the heartbeat that extends it. */
export const LEASE_MS = 5000

/** See the top of this file. Moments are those of {@link readStopwatch}. */
export interface Lease {
  /** True until the lease is over. */
  isValid(): boolean
  /** When it is over; in the past once it is. */
  until(): number
  /** Never shortens it. */
  extend(until: number): void
  end(): void
  /** Reports that the lease is over, or valid again, once for each change; what was cached is dropped when it is over. */
  report(): void
}

/** Creates a lease that is over, and counts as reported valid: a start that does not become valid is reported. */
export function makeLease(forget: () => void, state: (isReceiving: boolean) => void = () => {}): Lease {
  let until = 0
  let isReportedValid = true
  const isValid = () => readStopwatch() < until
  return {
    isValid,
    until: () => until,
    extend(moment) {
      until = Math.max(until, moment)
    },
    end() {
      until = 0
    },
    report() {
      const isReceiving = isValid()
      if (isReceiving === isReportedValid) return
      isReportedValid = isReceiving
      if (!isReceiving) forget()
      state(isReceiving)
    },
  }
}
