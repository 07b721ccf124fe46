// What the dashboard derives from an integration's row: labels and tones for its state and health, and the steps left to do.
// Does not belong here: rendering (the pages beside it), calling the API (queries.ts).

import type { Tone } from '#kit/StatusTag.tsx'
import type { Integration, IntegrationHealth, IntegrationImpact, IntegrationState, IntegrationStep } from './queries.ts'
import { formatList } from '#kit/lists.ts'
import { formatCount } from '#kit/numbers.ts'

interface Word {
  label: string
  tone: Tone
}

/** The labels of the states of an integration. */
export const stateWords: Readonly<Record<IntegrationState, Word>> = {
  creating: { label: 'Being set up', tone: 'note' },
  active: { label: 'Active', tone: 'good' },
  revoking: { label: 'Being revoked', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'off' },
}

/** The label of each health, and a sentence that explains it. */
export const healthWords: Readonly<Record<IntegrationHealth, Word & { sentence: string }>> = {
  unused: { label: 'Unused', tone: 'off', sentence: 'Nothing it owns has ever been used.' },
  working: { label: 'Working', tone: 'good', sentence: 'Its calls go through.' },
  failing: { label: 'Failing', tone: 'warning', sentence: 'At least half of its calls of today and yesterday were refused or failed.' },
  silent: { label: 'Silent', tone: 'warning', sentence: 'It was used once, but not for seven days.' },
}

/** The checklist to work on now; undefined when nothing is left to do. */
export function findOpenChecklist(integration: Integration): 'creation_steps' | 'revocation_steps' | undefined {
  if (integration.state === 'creating') return 'creation_steps'
  return integration.state === 'revoking' ? 'revocation_steps' : undefined
}

/** How many steps of a checklist are done. */
export function countDone(steps: readonly IntegrationStep[]): number {
  return steps.filter(({ done_at }) => done_at !== null).length
}

/** What a revocation removes, in one sentence. */
export function lossSentence({ credentials, sealed }: Integration): string {
  const clients = credentials.filter(({ type }) => type === 'oauth_client')
  const tokens = clients.reduce((sum, client) => sum + client.tokens, 0)
  const api = credentials.filter(({ type, active }) => type === 'api_token' && active).length
  const webhooks = credentials.filter(({ type }) => type === 'webhook').length
  const parts = [
    ...(clients.length > 0 ? [`${formatCount(clients.length, 'OAuth client')} with ${formatCount(tokens, 'access token')}`] : []),
    ...(api > 0 ? [formatCount(api, 'API token')] : []),
    ...(webhooks > 0 ? [formatCount(webhooks, 'webhook')] : []),
    ...(sealed.length > 0 ? [formatCount(sealed.length, 'sealed secret')] : []),
  ]
  return parts.length === 0 ? 'It owns no credentials.' : `It loses ${formatList(parts)} at once.`
}

/** The callers that a revocation affects, in one sentence. */
export function impactSentence({ calls, callers, days }: IntegrationImpact): string {
  if (calls === 0) return `Nobody has called the API with what it owns in the last ${formatCount(days, 'day')}.`
  const programs = callers.length === 1 ? 'One program' : `${callers.length} programs`
  return `${programs} made ${formatCount(calls, 'call')} with what it owns in the last ${formatCount(days, 'day')}; the next one would be refused.`
}
