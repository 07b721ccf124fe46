// The team, as administrators see it: invitations, roles, and how members sign in.
// Does not belong here: duties (access_people.ts), the user's own second factor (account.ts), the providers themselves (security.ts).

import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidate, invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Content, Row } from '#contract/operation.ts'
import { callAll, composeQuery } from '#contract/queries.ts'
import { queryClient } from '#contract/query_client.ts'
import type { StaffMember } from '#features/access_duties/public.ts'
import { type IdentityProvider, identityProvidersQuery } from '#features/security/public.ts'

/** What of agents is decided by a role of the instance's own. */
export type CustomRole = Pick<Row<'GET /api/v2/custom_roles', 'custom_roles'>, 'id' | 'name' | 'description' | 'role_type'>
export type NewTeamMember = Answer<'POST /api/v2/deskhand/team_members'>['team_member']
/** What an administrator changes of a user. */
type MemberChange = Pick<Content<'PUT /api/v2/users/:id', 'user'>, 'name' | 'role' | 'custom_role_id' | 'suspended'>
/** The user that a subject of an identity provider stands for. */
type ProviderLink = Row<'GET /api/v2/identity_providers/:identity_provider_id/links', 'identity_provider_links'>

/** A link with the name of its provider. */
export interface NamedLink extends ProviderLink {
  provider_name: string
}

/** The roles an agent can have. */
export const agentRolesQuery = queryOptions({
  ...query('GET /api/v2/custom_roles'),
  select: ({ custom_roles }) => custom_roles.filter(({ role_type }) => AGENT_ROLE_TYPES.includes(role_type)),
})

/** Custom roles, light agents and contributors. */
const AGENT_ROLE_TYPES: readonly number[] = [0, 1, 3]

/** All links of all identity providers. */
export const providerLinksQuery = composeQuery(
  'provider_links',
  'GET /api/v2/identity_providers/:identity_provider_id/links',
  {},
  async ({ signal }) => {
    const providers = await queryClient.fetchQuery(identityProvidersQuery)
    return (await Promise.all(providers.map((provider) => linksOf(provider, signal)))).flat()
  },
)

async function linksOf({ id, name }: IdentityProvider, signal: AbortSignal): Promise<NamedLink[]> {
  const input = { params: { identity_provider_id: id } }
  const links = await callAll('GET /api/v2/identity_providers/:identity_provider_id/links', 'identity_provider_links', input, signal)
  return links.map((link) => ({ ...link, provider_name: name }))
}

const invalidateStaff = () => invalidate('GET /api/v2/users')

/** Removes the second factor of another user; their sessions end. */
export function useResetSecondFactor() {
  return useMutation({
    mutationFn: (user_id: number) => call('DELETE /api/v2/users/:user_id/second_factor', { params: { user_id } }),
    onSuccess: invalidateStaff,
  })
}

/** Removes the link between a subject of a provider and a user. */
export function useUnlink() {
  return useMutation({
    mutationFn: ({ identity_provider_id, id }: Pick<ProviderLink, 'identity_provider_id' | 'id'>) =>
      call('DELETE /api/v2/identity_providers/:identity_provider_id/links/:id', { params: { identity_provider_id, id } }),
    onSuccess: () => invalidate('GET /api/v2/identity_providers/:identity_provider_id/links'),
  })
}

/** Creates a team member, and mails them a link to choose a password. */
export function useInvite() {
  return useMutation({
    mutationFn: async (team_member: Content<'POST /api/v2/deskhand/team_members', 'team_member'>) =>
      (await call('POST /api/v2/deskhand/team_members', { body: { team_member } })).team_member,
    onSuccess: invalidateMembers,
  })
}

/** Changes the given members of a user. */
export function useChangeMember() {
  return useMutation({
    mutationFn: async ({ id, ...user }: MemberChange & { id: number }) =>
      (await call('PUT /api/v2/users/:id', { params: { id }, body: { user } })).user,
    onSuccess: invalidateMembers,
  })
}

/** Mails a user the link to choose a password, at the address that the dialog shows. @returns what became of the mail */
export function useMailPasswordLink() {
  return useMutation({
    mutationFn: async ({ id, email }: Pick<StaffMember, 'id' | 'email'>) => {
      const body = { password_link: { address: email } }
      return (await call('POST /api/v2/users/:user_id/password/link', { params: { user_id: id }, body })).password_link
    },
  })
}

const invalidateMembers = () => Promise.all([invalidateStaff(), invalidateBelow('GET /api/v2/access_people')])

/** Ends all sessions of a user. */
export function useEndSessions() {
  return useMutation({
    mutationFn: (user_id: number) => call('DELETE /api/v2/users/:user_id/sessions', { params: { user_id } }),
  })
}
