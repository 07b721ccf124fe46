// PASSWORD LINKS: mailed to users who are invited or lost their password, and used without being signed in.
// Not here: changing a known password (users/password_routes.ts), password requirements (auth/password_policy.ts).
import { wireTime } from '#lib/clock.ts'
import { answerOk, route, forbidCaching } from '#http/route.ts'
import { askForPasswordLink } from './forgotten.ts'
import { readPasswordLink, sendPasswordLink, setPasswordByLink } from './link.ts'
import { addressKey } from '#lib/text_forms.ts'
import {
  SendLinkBody,
  ForgottenBody,
  NothingSaid,
  PasswordLinkAnswer,
  PasswordLinkBody,
  PasswordSetAnswer,
  SentLinkAnswer,
} from './schema.ts'

/** Limits the mails that one user can cause. */
const LINKS = { name: 'password-links', limit: 50, window_seconds: 3600, per: 'user' } as const
const path = '/access/password_link'

export const passwordLinkRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/users/:user_id/password/link',
    name: 'passwords/link',
    summary: 'Send a user a password link (an invitation if they have no password)',
    scope: 'users',
    buckets: [LINKS],
    body: SendLinkBody,
    answer: SentLinkAnswer,
    async handle(ctx, { params, body }) {
      const { address } = body.password_link ?? {}
      const sent = await sendPasswordLink(ctx, params.user_id, address ? addressKey(address) : undefined)
      return answerOk({ password_link: { ...sent, expires_at: wireTime(sent.expires_at) } })
    },
  }),
  route({
    method: 'POST',
    path: '/access/forgotten_password',
    name: 'access/forgotten_password',
    summary: 'Request a mail with a link to choose a new password',
    scope: null,
    anonymous: true,
    credentials: 'none',
    json_only: true,
    body: ForgottenBody,
    answer: NothingSaid,
    async handle(ctx, { body }) {
      await askForPasswordLink(ctx, body.forgotten_password.email ?? '')
      return forbidCaching(answerOk({}))
    },
  }),
  route({
    method: 'POST',
    path,
    name: 'access/password_link',
    summary: 'Check a password link: its user and the password requirements',
    scope: null,
    anonymous: true,
    credentials: 'none',
    json_only: true,
    body: PasswordLinkBody,
    answer: PasswordLinkAnswer,
    handle: async (ctx, { body }) =>
      forbidCaching(answerOk({ password_link: await readPasswordLink(ctx, body.password_link.token ?? '') })),
  }),
  route({
    method: 'PUT',
    path,
    name: 'access/password_link/update',
    summary: 'Set a password with a password link',
    scope: null,
    anonymous: true,
    credentials: 'none',
    json_only: true,
    body: PasswordLinkBody,
    answer: PasswordSetAnswer,
    async handle(ctx, { body: { password_link } }) {
      const email = await setPasswordByLink(ctx, password_link.token ?? '', password_link.password ?? '')
      return forbidCaching(answerOk({ password_link: { email } }))
    },
  }),
]
