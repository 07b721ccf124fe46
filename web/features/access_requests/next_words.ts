// Who can take the next step of a request, as text.
// Does not belong here: deciding who that is; the server returns it with each request.

import type { Tone } from '#kit/StatusTag.tsx'
import { states } from './words.ts'
import type { AccessRequest, NextStep } from './queries.ts'
import { formatList } from '#kit/lists.ts'

const acts: Readonly<Record<NextStep['step'], string>> = {
  approve: 'approve or reject it',
  review: 'review the business reason and the use case',
  accept: 'accept or reject it',
  issue: 'issue it',
  hand_over: 'hand the value over',
  open: 'open the one-time secret',
  rotate: 'make a new value, because the one-time secret was not opened',
  set_up: 'finish the checklist of the integration',
  use: 'call with it for the first time',
}

/** "Waits for Max or you to approve or reject it."; undefined if nobody can take the step. */
export function nextSentence({ step, people, count }: NextStep, me: number | null): string | undefined {
  if (count === 0) return undefined
  const names = [...people]
    .sort((one, other) => Number(other.id === me) - Number(one.id === me))
    .map(({ id, name }) => (id === me ? 'you' : name))
  const more = count - people.length
  const all = more > 0 ? [...names, more === 1 ? 'one more' : `${more} more`] : names
  return `Waits for ${formatList(all, 'or')} to ${acts[step]}.`
}

/** What an issued credential waits for. */
const issued: Readonly<Partial<Record<NextStep['step'], { label: string; tone: Tone }>>> = {
  hand_over: { label: 'Waiting to be handed over', tone: 'warning' },
  open: { label: 'Waiting to be opened', tone: 'note' },
  rotate: { label: 'Not opened in time', tone: 'warning' },
  set_up: { label: 'Being set up', tone: 'note' },
}

/** The label and tone of a request's state; once it is issued, of what its credential waits for. */
export function nextStepSentence({ state, next_steps: [next] }: Pick<AccessRequest, 'state' | 'next_steps'>): {
  label: string
  tone: Tone
} {
  return (state === 'issued' && next !== undefined ? issued[next.step] : undefined) ?? states[state]
}
