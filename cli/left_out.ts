/** The operations of the public API that are left out on purpose, and why: data of `docs/api/coverage.md`. */

/** Operations that are not built. `only` lists some of a heading, as in `docs/api/operations.txt`; without it all of them are meant. */
export interface LeftOut {
  readonly heading: string
  readonly only?: readonly string[]
  readonly reason: string
}

export const LEFT_OUT: readonly LeftOut[] = [
  { heading: 'Channel Framework', reason: 'belongs to a marketplace of channel integrations that only the public service has' },
  { heading: 'Reseller', reason: 'instances are created by the operator, with `deskhand instance`' },
  { heading: 'X Channel', reason: 'no social network is connected' },
]
