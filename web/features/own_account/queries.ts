// The acts of users on their own account: second factor, password, sessions. Not here: the profile (profile.ts), applications.

import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Row } from '#contract/operation.ts'
import { callAll, composeQuery } from '#contract/queries.ts'

export type Session = Row<'GET /api/v2/users/:user_id/sessions', 'sessions'>
export type SecondFactor = Answer<'GET /api/v2/users/me/second_factor'>['second_factor']
/** The only answer that holds the secret. */
export type NewSecondFactor = Answer<'POST /api/v2/users/me/second_factor'>['second_factor']

export const secondFactorQuery = queryOptions({
  ...query('GET /api/v2/users/me/second_factor'),
  select: ({ second_factor }) => second_factor,
})

/** The user's own sessions, newest first, and which of them is this one. */
export const sessionsQuery = (user_id: number) =>
  composeQuery('sessions', 'GET /api/v2/users/:user_id/sessions', { params: { user_id } }, async ({ signal }) => {
    const [sessions, current] = await Promise.all([
      callAll('GET /api/v2/users/:user_id/sessions', 'sessions', { params: { user_id } }, signal),
      call('GET /api/v2/users/me/session', {}, signal),
    ])
    const newest = sessions.toSorted((one, other) => other.last_seen_at.localeCompare(one.last_seen_at) || other.id - one.id)
    return { sessions: newest, current_id: current.session.id }
  })

export const passwordRequirementsQuery = (user_id: number) =>
  queryOptions({
    ...query('GET /api/v2/users/:user_id/password/requirements', { params: { user_id } }),
    select: ({ requirements }) => requirements,
  })

/** An act on the account; then `onSuccess` has read again what it changes. Responses with secrets are dropped when their page unmounts. */
export function useAccountAct<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  onSuccess: () => Promise<unknown> = async () => {},
) {
  return useMutation({ gcTime: 0, mutationFn, onSuccess })
}

const invalidateSessions = () => invalidate('GET /api/v2/users/:user_id/sessions')

/** Has the second factor and the sessions read again. */
export const invalidateSecondFactor = () => Promise.all([invalidate('GET /api/v2/users/me/second_factor'), invalidateSessions()])

/** Creates the secret of a second factor; it is not active until a code is confirmed. */
export function useStartSecondFactor() {
  return useAccountAct(
    async (password: string) =>
      (await call('POST /api/v2/users/me/second_factor', { body: { second_factor: { password } } })).second_factor,
  )
}

/** Turns it on; returns the recovery codes. The caller invalidates the queries once the codes have been shown. */
export function useConfirmSecondFactor() {
  return useAccountAct(
    async (code: string) =>
      (await call('POST /api/v2/users/me/second_factor/confirm', { body: { second_factor: { code } } })).recovery_codes,
  )
}

/** Creates new recovery codes. */
export function useRenewRecoveryCodes() {
  return useAccountAct(
    async (password: string) =>
      (await call('POST /api/v2/users/me/second_factor/recovery_codes', { body: { second_factor: { password } } })).recovery_codes,
    invalidateSecondFactor,
  )
}

/** Turns it off. Where a second factor is required, the session then can only set up another. */
export function useTurnOffSecondFactor() {
  return useAccountAct(
    (password: string) => call('DELETE /api/v2/users/me/second_factor', { body: { second_factor: { password } } }),
    () => Promise.all([invalidateSecondFactor(), invalidate('GET /api/v2/users/me')]),
  )
}

/** Ends one of the user's own sessions. */
export function useEndSession() {
  return useAccountAct(
    ({ user_id, id }: Pick<Session, 'user_id' | 'id'>) => call('DELETE /api/v2/users/:user_id/sessions/:id', { params: { user_id, id } }),
    invalidateSessions,
  )
}

/** Changes the user's own password; all other sessions end. */
export function useChangePassword(user_id: number) {
  return useAccountAct(
    (body: { previous_password: string; password: string }) => call('PUT /api/v2/users/:user_id/password', { params: { user_id }, body }),
    invalidateSessions,
  )
}
