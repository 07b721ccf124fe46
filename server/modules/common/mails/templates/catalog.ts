/** Every template, by its name in the preview. */
import { accessRequestUpdate, accessRequestsStuck, accessRequestsWaiting } from './access_requests.ts'
import { forwardingCheck, identityVerification } from './addresses.ts'
import { apiTokenDeactivated, apiTokensEnding } from './api_tokens.ts'
import { auditLogExported, suspendedTicketsExported, viewExported } from './exports.ts'
import { type MailText, writeMail } from './layout.ts'
import { leakedSecret } from './leaked_secrets.ts'
import {
  secretCreated,
  secretDestroyed,
  secretExpired,
  secretRead,
  secretRefused,
  secretReopened,
  secretWithdrawn,
} from './one_time_secrets.ts'
import { passwordForgotten, passwordInvitation, passwordLink } from './passwords.ts'
import { passwordChanged, recoveryCodeUsed, secondFactorChanged, userAskedFor, wrongCodes } from './sign_ins.ts'
import type { MailTemplate } from './template.ts'
import { targetNotified, webhookPaused } from './webhooks.ts'

/** A template of any input. */
export interface AnyTemplate {
  readonly about: string
  readonly sample: unknown
  /** Writes the mail; without an input, with the template's sample. */
  readonly text: (input?: unknown) => MailText
}

const listed = <Input>(template: MailTemplate<Input>): AnyTemplate => ({
  about: template.about,
  sample: template.sample,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller has the input from this template's own sample
  text: (input = template.sample) => writeMail(template, input as Input),
})

export const MAIL_TEMPLATES: Readonly<Record<string, AnyTemplate>> = {
  access_request: listed(accessRequestUpdate),
  access_requests_stuck: listed(accessRequestsStuck),
  access_requests_waiting: listed(accessRequestsWaiting),
  api_token_deactivated: listed(apiTokenDeactivated),
  api_tokens_ending: listed(apiTokensEnding),
  audit_log_exported: listed(auditLogExported),
  forwarding_check: listed(forwardingCheck),
  identity_verification: listed(identityVerification),
  leaked_secret: listed(leakedSecret),
  password_changed: listed(passwordChanged),
  password_forgotten: listed(passwordForgotten),
  password_invitation: listed(passwordInvitation),
  password_link: listed(passwordLink),
  recovery_code_used: listed(recoveryCodeUsed),
  second_factor_changed: listed(secondFactorChanged),
  secret_created: listed(secretCreated),
  secret_destroyed: listed(secretDestroyed),
  secret_expired: listed(secretExpired),
  secret_read: listed(secretRead),
  secret_refused: listed(secretRefused),
  secret_reopened: listed(secretReopened),
  secret_withdrawn: listed(secretWithdrawn),
  suspended_tickets_exported: listed(suspendedTicketsExported),
  view_exported: listed(viewExported),
  target_notified: listed(targetNotified),
  user_asked_for: listed(userAskedFor),
  webhook_paused: listed(webhookPaused),
  wrong_codes: listed(wrongCodes),
}
