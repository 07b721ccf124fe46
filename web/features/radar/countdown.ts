// The time left until a retirement, and the callers its simulation can include, as text.

import { formatCount } from '#kit/numbers.ts'
import type { Tone } from '#kit/StatusTag.tsx'
import type { Radar, RadarCaller, Retirement } from './queries.ts'
import type { Simulation } from '#features/frame/public.ts'

const SOON_DAYS = 90

/** "160 days left", "Ended 12 days ago", "No end date". */
export function describeCountdown({ days_left }: Pick<Retirement, 'days_left'>): { words: string; tone: Tone } {
  if (days_left === null) return { words: 'No end date', tone: 'off' }
  if (days_left <= 0) return { words: days_left === 0 ? 'Ended today' : `Ended ${formatCount(-days_left, 'day')} ago`, tone: 'off' }
  return { words: `${formatCount(days_left, 'day')} left`, tone: days_left <= SOON_DAYS ? 'warning' : 'note' }
}

/** Retirements still in use first, then by their end. */
export function byUrgency(retirements: readonly Retirement[]): Retirement[] {
  const getDaysLeft = ({ days_left }: Retirement) => days_left ?? Number.MAX_SAFE_INTEGER
  return [...retirements].sort((one, other) => Number(other.calls > 0) - Number(one.calls > 0) || getDaysLeft(one) - getDaysLeft(other))
}

/** A caller that can be chosen for a simulation: `api_token:5`, `oauth_client:7` or `user:9`. */
export interface Candidate {
  value: string
  label: string
  hint: string
}

const candidateOf = ({ credential_kind, credential_id, client_id, user_id, label, user }: RadarCaller): Candidate | undefined => {
  if (credential_kind === 'api_token' && credential_id !== null) return { value: `api_token:${credential_id}`, label, hint: 'API token' }
  if (credential_kind === 'oauth' && client_id !== null) return { value: `oauth_client:${client_id}`, label, hint: 'OAuth client' }
  return user_id === null ? undefined : { value: `user:${user_id}`, label: user ?? label, hint: 'All API calls of this user' }
}

/** Every caller on the radar that can be chosen, without duplicates. */
export function candidatesOf(radar: Radar): Candidate[] {
  const all = radar.retirements.flatMap(({ callers }) => callers.flatMap((caller) => candidateOf(caller) ?? []))
  return [...new Map(all.map((candidate) => [candidate.value, candidate])).values()].sort((one, other) =>
    one.label.localeCompare(other.label),
  )
}

const KINDS = [
  ['api_token', 'api_token_ids'],
  ['oauth_client', 'oauth_client_ids'],
  ['user', 'user_ids'],
] as const

/** The callers chosen now. */
export function listChosenCallers(simulation: Simulation): string[] {
  return KINDS.flatMap(([kind, member]) => simulation[member].map((id) => `${kind}:${id}`))
}

/** The simulation of a day (`2027-05-01`, from its start in UTC) for everyone or for the chosen callers. */
export function simulationOf(day: string, everybody: boolean, chosen: readonly string[]): Simulation {
  const parseIds = (kind: string) =>
    everybody ? [] : chosen.filter((value) => value.startsWith(`${kind}:`)).map((value) => Number(value.split(':')[1]))
  const api_token_ids = parseIds('api_token')
  const oauth_client_ids = parseIds('oauth_client')
  const user_ids = parseIds('user')
  return { at: `${day}T00:00:00Z`, whole_instance: everybody, api_token_ids, user_ids, oauth_client_ids }
}
