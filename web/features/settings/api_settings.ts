// The settings of the API as data.

import type { Setting } from './setting.ts'

/** The authentication methods programs may use. */
export const signingIn: readonly Setting[] = [
  {
    kind: 'switches',
    legend: 'Programs may use',
    switches: [
      { path: 'api.api_token_access', label: 'API tokens', hint: 'Off: every call with an API token is refused.' },
      {
        path: 'api.api_password_access',
        label: 'E-mail and password of agents and administrators',
        hint: 'For trying things out. Never possible on a production instance.',
      },
      { path: 'api.api_password_access_end_users', label: 'E-mail and password of end users' },
    ],
  },
]

/** When API tokens expire, and which users they act as. */
export const ending: readonly Setting[] = [
  {
    kind: 'day',
    path: 'api.token_creation_ends',
    label: 'No new API tokens from this day on',
    hint: 'Empty: they can always be created.',
  },
  { kind: 'day', path: 'api.token_sunset', label: 'API tokens end on', hint: 'Empty: nothing is announced.' },
  {
    kind: 'choice',
    path: 'api.token_after_sunset',
    label: 'After that day',
    choices: [
      { value: 'header', label: 'API tokens go on working' },
      { value: 'refuse', label: 'Calls with an API token are refused' },
    ],
  },
  {
    kind: 'choice',
    path: 'api.token_binding',
    label: 'A new API token acts for',
    hint: 'In the public API, it acts as the user named in each call.',
    choices: [
      { value: 'any', label: 'Whoever is named with it' },
      { value: 'user', label: 'One administrator alone' },
    ],
  },
]

/** What happens to unused tokens. */
export const idle: readonly Setting[] = [
  {
    kind: 'number',
    path: 'api.token_idle_days',
    label: 'Days without a call until an API token is deactivated',
    hint: 'Empty: never. Its owner is notified 21, 7 and 1 days before.',
    isOptional: true,
  },
  { kind: 'day', path: 'api.token_idle_from', label: 'Starting on', hint: 'Empty: at once.' },
  {
    kind: 'number',
    path: 'api.token_idle_delete_days',
    label: 'Days until a token deactivated in this way is deleted',
    hint: 'Empty: it stays.',
    isOptional: true,
  },
]

/** Rate limits. */
export const limits: readonly Setting[] = [
  {
    kind: 'choice',
    path: 'rate_limit.plan',
    label: 'Plan',
    hint: 'The plans of the public API.',
    choices: [
      { value: 'essential', label: 'Essential: 10 calls a minute' },
      { value: 'team', label: 'Team: 200 calls a minute' },
      { value: 'professional', label: 'Professional: 400 calls a minute' },
      { value: 'enterprise', label: 'Enterprise: 700 calls a minute' },
      { value: 'enterprise_plus', label: 'Enterprise Plus: 2,500 calls a minute' },
      { value: 'spike_guard', label: 'Guard against spikes: 100,000 calls a minute' },
      { value: 'unlimited', label: 'No limit' },
    ],
  },
  {
    kind: 'number',
    path: 'rate_limit.per_minute',
    label: 'Calls a minute instead of the plan’s',
    hint: 'Empty: as the plan says.',
    isOptional: true,
  },
  {
    kind: 'switches',
    legend: 'Also',
    switches: [
      {
        path: 'rate_limit.endpoints',
        label: 'Limits for single endpoints',
        hint: 'Such as 30 updates of one ticket in ten minutes, as in the public API.',
      },
    ],
  },
]

/** Settings of OAuth. */
export const grants: readonly Setting[] = [
  {
    kind: 'choice',
    path: 'oauth.refresh_reuse',
    label: 'When a refresh token is used a second time',
    hint: 'Somebody may have stolen it.',
    choices: [
      { value: 'refuse', label: 'Refuse it' },
      { value: 'revoke', label: 'Refuse it and revoke what came from it' },
    ],
  },
]
