// DIAGNOSIS OF AN INSTALLATION: from outside, beside a running server or without one; nothing is changed.
// Not here: what a process reports about itself (monitoring/operations.ts).

/** The result of a check. `fail`: something is broken or will be; `warn`: an operator should look at it. */
export interface Finding {
  readonly check: string
  readonly level: 'ok' | 'warn' | 'fail'
  /** One or two sentences: the state, and for anything but `ok` what to do. */
  readonly text: string
}

/** A finding without a fault. */
export const reportOk = (check: string, text: string): Finding => ({ check, level: 'ok', text })
/** A finding an operator should look at. */
export const reportDoubt = (check: string, text: string): Finding => ({ check, level: 'warn', text })
/** A finding that something is broken. */
export const reportFault = (check: string, text: string): Finding => ({ check, level: 'fail', text })
