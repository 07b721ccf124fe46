import type { TokenImpact } from './queries.ts'
import { formatList } from '#kit/lists.ts'
import { formatCount } from '#kit/numbers.ts'

/** What breaks if a token is revoked, in a sentence. */
export function impactSentence({ days, calls, writes, errors, caller_count }: TokenImpact): string {
  if (calls === 0) return `Nobody has called with it in the last ${formatCount(days, 'day')}.`
  const parts = [...(writes > 0 ? [formatCount(writes, 'write')] : []), ...(errors > 0 ? [formatCount(errors, 'error')] : [])]
  const among = parts.length > 0 ? `, among them ${formatList(parts)}` : ''
  return `In the last ${formatCount(days, 'day')} ${formatCount(calls, 'call')} from ${formatCount(caller_count, 'caller')}${among}.`
}
