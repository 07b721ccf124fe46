import type { TokenImpact } from '../../../api/types.ts'

/** A number with its noun: "1,204 calls", "1 call". */
function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** What breaks if a token is revoked, in a sentence. */
export function impactSentence({ days, calls, writes, errors, caller_count }: TokenImpact): string {
  if (calls === 0) return `Nobody has called with it in the last ${countOf(days, 'day')}.`
  const parts = [writes > 0 && countOf(writes, 'write'), errors > 0 && countOf(errors, 'error')].filter(Boolean)
  const among = parts.length > 0 ? `, among them ${parts.join(' and ')}` : ''
  return `In the last ${countOf(days, 'day')} ${countOf(calls, 'call')} from ${countOf(caller_count, 'caller')}${among}.`
}
