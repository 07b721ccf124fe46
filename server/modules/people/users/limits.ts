/** Limits of writes to users. */
import type { Bucket } from '#http/limits.ts'

/** Five updates of one user per minute, by any of the routes that update them. @source docs/reference/conventions.md §8 */
export const UPDATES: Bucket = {
  name: 'users-update',
  limit: 5,
  window_seconds: 60,
  per: 'id',
  refusal: 'You have exceeded the rate limit for updating a single unique user. Please try again in a minute.',
}
