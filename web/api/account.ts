// The acts of users on their own account: second factor, password, sessions. Not here: the profile (profile.ts), applications.

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken, meQuery } from './session.ts'
import type { NewSecondFactor, SecondFactor, Session, WithRecoveryCodes } from './types.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second_factor'],
  queryFn: async ({ signal }) => (await request<{ second_factor: SecondFactor }>(endpoints.second_factor, { signal })).second_factor,
})

/** The user's own sessions, newest first, and which of them is this one. */
export const sessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['sessions', userId],
    queryFn: async ({ signal }) => {
      const [sessions, current] = await Promise.all([
        listAll(endpoints.user_sessions(userId), 'sessions', {}, signal),
        request<{ session: Session }>(endpoints.current_session, { signal }),
      ])
      const newest = sessions.sort((one, other) => other.last_seen_at.localeCompare(one.last_seen_at) || other.id - one.id)
      return { sessions: newest, current_id: current.session.id }
    },
  })

export const passwordRequirementsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['password_requirements', userId],
    queryFn: async ({ signal }) =>
      (await request<{ requirements: string[] }>(endpoints.password_requirements(userId), { signal })).requirements,
  })

/** A write with the session's CSRF token; invalidates `changes`. Responses with secrets are dropped when their page unmounts. */
export function useAccountAct<Input, Answer>(act: (input: Input, csrf_token: string) => Promise<Answer>, changes: readonly unknown[][]) {
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: async (input: Input) => act(input, await csrfToken(queryClient)),
    onSuccess: () => Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] }))),
  })
}

const changed = [[...secondFactorQuery.queryKey], ['sessions']]

/** Creates the secret of a second factor; it is not active until a code is confirmed. */
export function useStartSecondFactor() {
  return useAccountAct(
    async (password: string, csrf_token: string) =>
      (
        await request<{ second_factor: NewSecondFactor }>(endpoints.second_factor, {
          method: 'POST',
          body: { second_factor: { password } },
          csrf_token,
        })
      ).second_factor,
    [],
  )
}

/** Turns it on; returns the recovery codes. The caller invalidates the queries once the codes have been shown. */
export function useConfirmSecondFactor() {
  return useAccountAct(
    async (code: string, csrf_token: string) =>
      (
        await request<WithRecoveryCodes>(endpoints.confirm_second_factor, {
          method: 'POST',
          body: { second_factor: { code } },
          csrf_token,
        })
      ).recovery_codes,
    [],
  )
}

/** Creates new recovery codes. */
export function useRenewRecoveryCodes() {
  return useAccountAct(
    async (password: string, csrf_token: string) =>
      (
        await request<WithRecoveryCodes>(endpoints.recovery_codes, {
          method: 'POST',
          body: { second_factor: { password } },
          csrf_token,
        })
      ).recovery_codes,
    changed,
  )
}

/** Turns it off. Where a second factor is required, the session then can only set up another. */
export function useTurnOffSecondFactor() {
  return useAccountAct(
    (password: string, csrf_token: string) =>
      request(endpoints.second_factor, { method: 'DELETE', body: { second_factor: { password } }, csrf_token }),
    [...changed, [...meQuery.queryKey]],
  )
}

/** Ends one of the user's own sessions. */
export function useEndSession() {
  return useAccountAct(
    ({ user_id, id }: Pick<Session, 'user_id' | 'id'>, csrf_token: string) =>
      request(endpoints.user_session(user_id, id), { method: 'DELETE', csrf_token }),
    [['sessions']],
  )
}

/** Changes the user's own password; all other sessions end. */
export function useChangePassword(userId: number) {
  return useAccountAct(
    (body: { previous_password: string; password: string }, csrf_token: string) =>
      request(endpoints.password(userId), { method: 'PUT', body, csrf_token }),
    [['sessions']],
  )
}
