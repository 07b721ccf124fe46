// WHAT IS WRONG WITH AN INSTALLATION: asked from outside, beside a running server or without one; nothing is changed.
// Not here: what a process says of itself (operations.ts).

/** What a check has found. `fail`: something is broken or will be; `warn`: somebody should look. */
export interface Finding {
  readonly check: string
  readonly level: 'ok' | 'warn' | 'fail'
  /** One or two sentences: what is so, and for what is not fine, what to do. */
  readonly text: string
}

/** A finding that all is well. */
export const fine = (check: string, text: string): Finding => ({ check, level: 'ok', text })
/** A finding that somebody should look at. */
export const doubtful = (check: string, text: string): Finding => ({ check, level: 'warn', text })
/** A finding that something is broken. */
export const broken = (check: string, text: string): Finding => ({ check, level: 'fail', text })
