// The team, as administrators see it: invitations, roles, and how members sign in.
// Does not belong here: duties (access_people.ts), the user's own second factor (account.ts), the providers themselves (security.ts).

import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { staffQuery } from './access_people.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { identityProvidersQuery } from './security.ts'
import { csrfToken } from './session.ts'
import type { CustomRole, IdentityProvider, Invitation, MemberChange, NewTeamMember, ProviderLink, SentLink, StaffMember } from './types.ts'

/** A link with the name of its provider. */
export interface NamedLink extends ProviderLink {
  provider_name: string
}

/** The roles an agent can have. */
export const agentRolesQuery = queryOptions({
  queryKey: ['custom_roles', 'agent'],
  queryFn: async ({ signal }) =>
    (await request<{ custom_roles: CustomRole[] }>(endpoints.custom_roles, { signal })).custom_roles.filter(({ role_type }) =>
      AGENT_ROLE_TYPES.includes(role_type),
    ),
})

/** Custom roles, light agents and contributors. */
const AGENT_ROLE_TYPES: readonly number[] = [0, 1, 3]

/** All links of all identity providers. */
export const providerLinksQuery = queryOptions({
  queryKey: ['identity_provider_links'],
  queryFn: async ({ signal, client }) => {
    const providers = await client.fetchQuery(identityProvidersQuery)
    return (await Promise.all(providers.map((provider) => linksOf(provider, signal)))).flat()
  },
})

async function linksOf({ id, name }: IdentityProvider, signal: AbortSignal): Promise<NamedLink[]> {
  const links = await listAll(endpoints.identity_provider_links(id), 'identity_provider_links', {}, signal)
  return links.map((link) => ({ ...link, provider_name: name }))
}

/** Removes the second factor of another user; their sessions end. */
export function useResetSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (userId: number) =>
      request(endpoints.user_second_factor(userId), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(staffQuery),
  })
}

/** Removes the link between a subject of a provider and a user. */
export function useUnlink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ identity_provider_id, id }: Pick<ProviderLink, 'identity_provider_id' | 'id'>) =>
      request(endpoints.identity_provider_link(identity_provider_id, id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(providerLinksQuery),
  })
}

/** Creates a team member, and mails them a link to choose a password. */
export function useInvite() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (team_member: Invitation) => {
      const options = { method: 'POST', body: { team_member }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ team_member: NewTeamMember }>(endpoints.team_members, options)).team_member
    },
    onSuccess: () => invalidateStaff(queryClient),
  })
}

/** Changes the given members of a user. */
export function useChangeMember() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...user }: MemberChange & { id: number }) => {
      const options = { method: 'PUT', body: { user }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ user: StaffMember }>(endpoints.user(id), options)).user
    },
    onSuccess: () => invalidateStaff(queryClient),
  })
}

/** Mails a user the link to choose a password, at the address that the dialog shows. @returns what became of the mail */
export function useMailPasswordLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, email }: Pick<StaffMember, 'id' | 'email'>) => {
      const body = { password_link: { address: email } }
      const options = { method: 'POST', body, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ password_link: SentLink }>(endpoints.user_password_link(id), options)).password_link
    },
  })
}

const invalidateStaff = (queryClient: QueryClient) =>
  Promise.all([queryClient.invalidateQueries(staffQuery), queryClient.invalidateQueries({ queryKey: ['access_people'] })])

/** Ends all sessions of a user. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (userId: number) =>
      request(endpoints.user_sessions(userId), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
  })
}
