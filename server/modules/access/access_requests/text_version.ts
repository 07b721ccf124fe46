/** Versions of the text of an access request, so that no one decides on a text they have not read. Pure. */
import { createHash } from 'node:crypto'
import { Conflict } from '#core/errors.ts'
import type { AccessRequestRow, RequestTexts } from './store.ts'

/**
 * A hash of everything that is requested and why. Comments and steps do not change it. Unlike `updated_at`, it differs between two edits
 * within one second or while the account's clock is frozen.
 */
export function textVersionOf(request: RequestTexts & Pick<AccessRequestRow, 'kind'>): string {
  const { kind, title, business_reason, use_case, integration_kind, scopes, lifetime_days, external_url } = request
  const text = JSON.stringify([kind, title, business_reason, use_case, integration_kind, scopes, lifetime_days, external_url])
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Passes when no version is given, or when it is the current one.
 * @throws Conflict when the text was edited after the given version
 * @source docs/reference/conventions.md §9.1
 */
export function requireCurrentText(request: AccessRequestRow, text_version: string | null | undefined): void {
  if (text_version == null || text_version === textVersionOf(request)) return
  throw new Conflict('UpdateConflict', 'The access request was edited after you opened it. Read what it says now, then decide.')
}
