// The settings of the account as data.

import type { Choice } from '#kit/fields.tsx'
import type { Setting } from './setting.ts'
import type { Brand } from './brands.ts'
import type { Locale } from '#features/localization/public.ts'

/** Language and time zone, with the values to choose from. */
export const makeLocalizationSettings = (
  locales: readonly { locale: string; name: string }[],
  zones: readonly Choice<string>[],
): readonly Setting[] => [
  { kind: 'choice', path: 'locale', label: 'Language', choices: locales.map(({ locale, name }) => ({ value: locale, label: name })) },
  {
    kind: 'choice',
    path: 'time_zone',
    label: 'Time zone',
    hint: 'For new people, and for business rules that depend on the day.',
    choices: zones,
  },
]

/** What end users see: the default brand, and the languages offered besides those that are always available. */
export const makeEndUserSettings = (
  brands: readonly Brand[],
  locales: readonly Locale[],
  always: readonly string[],
): readonly Setting[] => [
  {
    kind: 'choice',
    path: 'brands.default_brand_id',
    label: 'Default brand',
    hint: 'The brand of tickets that name no other.',
    choices: brands.map(({ id, name }) => ({ value: String(id), label: name })),
    isNumber: true,
  },
  {
    kind: 'ids',
    path: 'localization.locale_ids',
    label: 'Languages people can choose',
    choices: locales.filter(({ locale }) => !always.includes(locale)).map(({ id, name }) => ({ value: String(id), label: name })),
  },
]

/** Settings of tickets for agents. */
export const tickets: readonly Setting[] = [
  {
    kind: 'switches',
    legend: 'Tickets',
    switches: [
      { path: 'tickets.comments_public_by_default', label: 'Comments are public unless the agent says otherwise' },
      { path: 'tickets.is_first_comment_private_enabled', label: 'The first comment of a ticket may be private' },
      { path: 'tickets.assign_tickets_upon_solve', label: 'Whoever solves an unassigned ticket is assigned to it' },
      { path: 'tickets.allow_group_reset', label: 'A ticket can be given back to its group' },
      { path: 'tickets.agent_can_change_requester', label: 'Agents can change the requester' },
      { path: 'tickets.agent_ticket_deletion', label: 'Agents can delete tickets' },
      { path: 'tickets.status_hold', label: 'On-hold status' },
      { path: 'tickets.tagging', label: 'Tags on tickets' },
      { path: 'tickets.assign_default_organization', label: 'New tickets get the default organization of their requester' },
      { path: 'tickets.private_attachments', label: 'Attachments open only for signed-in people who can see the comment' },
    ],
  },
]

/** Settings of CCs and followers. */
export const copies: readonly Setting[] = [
  {
    kind: 'switches',
    legend: 'CCs and followers',
    switches: [
      { path: 'tickets.follower_and_email_cc_collaborations', label: 'CCs and followers are separate' },
      { path: 'tickets.comment_email_ccs_allowed', label: 'People can be copied on public comments by mail' },
      { path: 'tickets.ticket_followers_allowed', label: 'Agents can follow tickets' },
      { path: 'tickets.light_agent_email_ccs_allowed', label: 'Light agents can be copied' },
      { path: 'tickets.agent_email_ccs_become_followers', label: 'An agent who is copied also follows the ticket' },
      {
        path: 'tickets.collaboration',
        label: 'Collaborators, where CCs and followers are not separate',
      },
    ],
  },
]

/** Settings of users. */
export const people: readonly Setting[] = [
  {
    kind: 'switches',
    legend: 'People',
    switches: [
      { path: 'user.tagging', label: 'Tags on users and organizations' },
      { path: 'user.multiple_organizations', label: 'A user can belong to several organizations' },
      { path: 'groups.check_group_name_uniqueness', label: 'No two groups have the same name' },
      { path: 'active_features.customer_satisfaction', label: 'Requesters can rate the work on their tickets' },
    ],
  },
  { kind: 'number', path: 'limits.attachment_size', label: 'Largest attachment, in bytes', hint: '1 to 1,073,741,824.' },
]

/** Settings of end users. */
export const requesters: readonly Setting[] = [
  {
    kind: 'switches',
    legend: 'Requests',
    switches: [
      { path: 'end_users.anonymous_requests', label: 'Anybody can send a request without signing in' },
      {
        path: 'end_users.must_sign_up',
        label: 'Suspend such requests unless the sender has verified the address',
      },
    ],
  },
  {
    kind: 'lines',
    path: 'end_users.blocklist',
    label: 'Suspend requests from',
    hint: 'Addresses and domains, one per line. * means everybody.',
  },
  { kind: 'lines', path: 'end_users.allowlist', label: 'Never suspend requests from', hint: 'Addresses and domains, one per line.' },
]

/** What administrators may do for other users. */
export const administrators: readonly Setting[] = [
  {
    kind: 'switches',
    legend: 'Administrators',
    switches: [
      {
        path: 'users.admins_set_passwords',
        label: 'Administrators can set a password for somebody else through the API',
        hint: 'Inviting people by mail is safer: then nobody else knows their password.',
      },
    ],
  },
]
