/** Which text of an access request somebody has read, so that nobody decides on another one. Pure. */
import { createHash } from 'node:crypto'
import { Conflict } from '../../../errors.ts'
import type { AccessRequestRow, RequestTexts } from './store.ts'

/**
 * A mark of all that is asked for and why. It goes by the text alone: comments and steps leave it as it is, and two edits within one second,
 * or while the instance's clock stands still, do not look the same, as they would by `updated_at`.
 */
export function textVersionOf(request: RequestTexts & Pick<AccessRequestRow, 'kind'>): string {
  const { kind, title, business_reason, use_case, integration_kind, scopes, lifetime_days, external_url } = request
  const text = JSON.stringify([kind, title, business_reason, use_case, integration_kind, scopes, lifetime_days, external_url])
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Nothing when no version is given, or it is that of the text as it stands.
 * @throws Conflict when the text was edited after whoever decides has read it
 * @source docs/reference/conventions.md §9.1
 */
export function refuseUnread(request: AccessRequestRow, text_version: string | null | undefined): void {
  if (text_version == null || text_version === textVersionOf(request)) return
  throw new Conflict('UpdateConflict', 'The access request was edited after you opened it. Read what it says now, then decide.')
}
