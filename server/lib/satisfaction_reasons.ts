/** The reasons for bad ratings that the public service offers. @source docs/reference/tickets.md §10.1 */

/** One reason. Ratings refer to it by `reason_code`. */
export interface Reason {
  readonly id: number
  readonly reason_code: number
  readonly value: string
}

/** All reasons; none can be added by the API. */
export const REASONS: readonly Reason[] = [
  { id: 1, reason_code: 0, value: 'No reason provided' },
  { id: 2, reason_code: 5, value: 'The issue took too long to resolve' },
  { id: 3, reason_code: 6, value: 'The issue was not resolved' },
  { id: 4, reason_code: 7, value: "The agent's knowledge is unsatisfactory" },
  { id: 5, reason_code: 8, value: "The agent's attitude is unsatisfactory" },
  { id: 6, reason_code: 100, value: 'Some other reason' },
]

/** The reason with this code. */
export function reasonByCode(code: number | null): Reason | undefined {
  return REASONS.find((reason) => reason.reason_code === code)
}
