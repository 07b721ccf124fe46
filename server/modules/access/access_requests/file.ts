/** Files an access request. */
import { refuseDuplicates } from '#http/unique_values.ts'
import { ensureDefined } from '#lib/defined.ts'
import { requireInPerson } from '#auth/in_person.ts'
import { checkLevel } from '#auth/token_level.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { findAccessPerson } from './people/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkKind, checkTexts } from './check.ts'
import { insertEvent } from './event_store.ts'
import { checkManager } from './manager.ts'
import { findNextSteps } from './next_store.ts'
import { checkOffered } from './offer.ts'
import { requireFiler } from './rights.ts'
import type { NewAccessRequestInput } from './schema.ts'
import { KIND_TITLES, REQUEST_KINDS } from './states.ts'
import { type AccessRequestRow, insertAccessRequest, type RequestTexts, EXTERNAL_URL_TAKEN } from './store.ts'
import { notifyManager, notifyOfStuckStep } from './notify.ts'
import { checkIssue } from './tracker.ts'

const DAY_SECONDS = 86_400

/**
 * Files an access request as the caller and asks their manager by mail to approve it. If no one could take one of the later steps, the
 * administrators are notified at once.
 * @throws Forbidden for people who were not invited to file requests, and when the caller is not acting in person
 * @throws RecordInvalid for missing members, for what could not be issued in the end, for a lower level, for a kind this account does not
 * offer, and without a manager
 * @source docs/reference/specification.md §5.4.1, §5.5.4, §5.6.1
 */
export async function fileAccessRequest(ctx: Context, given: NewAccessRequestInput): Promise<AccessRequestRow> {
  requireFiler(ctx)
  requireInPerson(ctx)
  const draft = readDraft(given)
  const details = checkRequest(ctx, given, draft)
  const deadline_at = addSeconds(ctx.now, ctx.account.settings.access.request_days * DAY_SECONDS)
  return refuseDuplicates(EXTERNAL_URL_TAKEN, () =>
    inTransaction(ctx, async (tx) => {
      const manager_id = (await findAccessPerson(tx, ctx.actor.id))?.manager_id ?? null
      refuseInvalid({ ...details, ...(await checkManager(tx, manager_id, ctx.actor.id)), ...(await checkIssue(tx, draft.external_url)) })
      const kind = ensureDefined(REQUEST_KINDS.find((one) => one === given.kind))
      const row = await insertAccessRequest(tx, { ...draft, kind, manager_id: ensureDefined(manager_id), deadline_at })
      await insertEvent(tx, row.id, { type: 'submit', to_state: 'submitted' })
      await recordAudit(tx, {
        action: 'create',
        source_type: 'access_request',
        source_id: row.id,
        source_label: row.title,
        change_description: `Filed for ${KIND_TITLES[kind]}`,
        details: { ...draft, kind, manager_id, credential: { kind: tx.auth.kind, id: tx.auth.credential_id } },
      })
      await notifyManager(tx, row)
      const [next = []] = await findNextSteps(tx, [row])
      await notifyOfStuckStep(tx, row, next)
      return row
    }),
  )
}

function readDraft(given: NewAccessRequestInput): RequestTexts {
  return {
    title: given.title?.trim() ?? '',
    business_reason: given.business_reason?.trim() ?? '',
    use_case: given.use_case?.trim() ?? '',
    integration_kind: given.integration_kind || null,
    scopes: [...new Set(given.scopes ?? [])],
    lifetime_days: given.lifetime_days ?? null,
    external_url: given.external_url?.trim() || null,
  }
}

function checkRequest(ctx: Context, given: NewAccessRequestInput, draft: RequestTexts): Details {
  const { kind } = given
  const scopes = draft.scopes.length > 0 ? draft.scopes : undefined
  return {
    ...checkTexts(draft),
    ...checkKind(kind, draft),
    ...checkOffered(ctx, kind),
    ...(kind === 'api_token' ? checkLevel({ ...given, scopes }) : {}),
  }
}
