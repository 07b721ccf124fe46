import type { Tone } from '#kit/StatusTag.tsx'
import type { SharedSecret, SharedSecretState } from './queries.ts'

interface StateWords {
  label: string
  tone: Tone
  /** An explanation in a sentence. */
  meaning: string
}

/** The labels of the states of a one-time secret. */
export const stateWords: Readonly<Record<SharedSecretState, StateWords>> = {
  waiting: { label: 'Waiting', tone: 'note', meaning: 'It is waiting to be read, once.' },
  read: { label: 'Read', tone: 'good', meaning: 'It was read by its reader. The value is destroyed and cannot be shown again.' },
  expired: { label: 'Expired', tone: 'off', meaning: 'Nobody read it in time. The value is destroyed; its sender can send it again.' },
  withdrawn: { label: 'Withdrawn', tone: 'off', meaning: 'It was taken back before it was read. The value is destroyed.' },
  burnt: {
    label: 'Destroyed',
    tone: 'warning',
    meaning: 'It was destroyed because it was no longer safe. Sender and reader were notified.',
  },
}

/** The state of a secret now: past its expiry it counts as expired even before the server has updated the row. */
export function stateOf(secret: SharedSecret, now: number): SharedSecretState {
  return secret.state === 'waiting' && Date.parse(secret.expires_at) <= now ? 'expired' : secret.state
}
