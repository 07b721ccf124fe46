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

const toAnyTemplate = <Input>(template: MailTemplate<Input>): AnyTemplate => ({
  about: template.about,
  sample: template.sample,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller has the input from this template's own sample
  text: (input = template.sample) => writeMail(template, input as Input),
})

export const MAIL_TEMPLATES: Readonly<Record<string, AnyTemplate>> = {
  access_request: toAnyTemplate(accessRequestUpdate),
  access_requests_stuck: toAnyTemplate(accessRequestsStuck),
  access_requests_waiting: toAnyTemplate(accessRequestsWaiting),
  api_token_deactivated: toAnyTemplate(apiTokenDeactivated),
  api_tokens_ending: toAnyTemplate(apiTokensEnding),
  audit_log_exported: toAnyTemplate(auditLogExported),
  forwarding_check: toAnyTemplate(forwardingCheck),
  identity_verification: toAnyTemplate(identityVerification),
  leaked_secret: toAnyTemplate(leakedSecret),
  password_changed: toAnyTemplate(passwordChanged),
  password_forgotten: toAnyTemplate(passwordForgotten),
  password_invitation: toAnyTemplate(passwordInvitation),
  password_link: toAnyTemplate(passwordLink),
  recovery_code_used: toAnyTemplate(recoveryCodeUsed),
  second_factor_changed: toAnyTemplate(secondFactorChanged),
  secret_created: toAnyTemplate(secretCreated),
  secret_destroyed: toAnyTemplate(secretDestroyed),
  secret_expired: toAnyTemplate(secretExpired),
  secret_read: toAnyTemplate(secretRead),
  secret_refused: toAnyTemplate(secretRefused),
  secret_reopened: toAnyTemplate(secretReopened),
  secret_withdrawn: toAnyTemplate(secretWithdrawn),
  suspended_tickets_exported: toAnyTemplate(suspendedTicketsExported),
  view_exported: toAnyTemplate(viewExported),
  target_notified: toAnyTemplate(targetNotified),
  user_asked_for: toAnyTemplate(userAskedFor),
  webhook_paused: toAnyTemplate(webhookPaused),
  wrong_codes: toAnyTemplate(wrongCodes),
}
