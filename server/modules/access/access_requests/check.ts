/** Validates what people write about an access request. Pure. */
import { IN_PERSON } from '#auth/in_person.ts'
import { describeUnknownScopes } from '#auth/scope_words.ts'
import { areWellFormed } from '#auth/scopes.ts'
import { holdsSecret } from '#core/secrets.ts'
import type { Details, Problem } from '#core/errors.ts'
import { isBelow, namesNoIssue, NO_ISSUE, trackerIssue, writeAs } from '#lib/tracker_issue.ts'
import { INTEGRATION_KINDS, KINDS_WITH_CLIENT, REQUEST_KINDS } from './states.ts'
import type { RequestTexts } from './store.ts'

const MAX_TITLE_LENGTH = 255
const MAX_TEXT_LENGTH = 10_000
const MAX_DAYS = 3650

const problem = (label: string, sentence: string, error: string): Problem => ({ description: `${label}: ${sentence}`, error })

function checkText(member: string, label: string, text: string, most: number): Details {
  if (text === '') return { [member]: [problem(label, 'cannot be blank', 'BlankValue')] }
  if (text.length > most) return { [member]: [problem(label, `is too long (maximum is ${most} characters)`, 'TooLong')] }
  if (holdsSecret(text))
    return { [member]: [problem(label, 'holds a token or another secret: leave it out and revoke it', 'InvalidValue')] }
  return {}
}

/** Title and texts are present and not too long. */
export function checkTexts({ title, business_reason, use_case }: Pick<RequestTexts, 'title' | 'business_reason' | 'use_case'>): Details {
  return {
    ...checkText('title', 'Title', title, MAX_TITLE_LENGTH),
    ...checkText('business_reason', 'Business reason', business_reason, MAX_TEXT_LENGTH),
    ...checkText('use_case', 'Use case', use_case, MAX_TEXT_LENGTH),
  }
}

/** The reason given for a step. It may be empty where none is needed. @source docs/reference/specification.md §5.6.3, §5.6.4 */
export function checkReason(reason: string, needed: boolean): Details {
  return reason === '' && !needed ? {} : checkText('reason', 'Reason', reason, MAX_TEXT_LENGTH)
}

/** A comment is not blank. */
export function checkComment(body: string): Details {
  return checkText('body', 'Body', body, MAX_TEXT_LENGTH)
}

/**
 * The external URL is an issue of a tracker configured for the account, in its canonical form.
 * @source docs/reference/access_governance.md §2.2
 */
export function checkExternalUrl(url: string | null, trackers: readonly string[]): Details {
  const makeDetails = (sentence: string, error = 'InvalidValue'): Details => ({ external_url: [problem('External URL', sentence, error)] })
  if (url === null) return {}
  if (trackers.length === 0) return makeDetails('this instance has no external trackers')
  if (namesNoIssue(url, trackers)) return makeDetails(NO_ISSUE, 'InvalidFormat')
  const issue = trackerIssue(url)
  if (issue === undefined || !isBelow(issue, trackers)) return makeDetails(`must begin with ${trackers.join(' or ')}`)
  return issue.canonical === url ? {} : makeDetails(writeAs(issue), 'InvalidFormat')
}

/** The kind is a known one, and the kind of integration, scopes and lifetime fit it. @source docs/reference/specification.md §5.5, §5.6 */
export function checkKind(kind: string | null | undefined, request: Omit<RequestTexts, 'title' | 'business_reason' | 'use_case'>): Details {
  const details: Details = {}
  const { integration_kind, scopes, lifetime_days } = request
  const isOneOf = (list: readonly string[], word: string) => list.includes(word)
  const unknown = describeUnknownScopes(scopes)
  if (!kind) details.kind = [problem('Kind', 'cannot be blank', 'BlankValue')]
  else if (!isOneOf(REQUEST_KINDS, kind)) details.kind = [problem('Kind', `must be ${REQUEST_KINDS.join(' or ')}`, 'InvalidValue')]
  if (integration_kind !== null && (kind !== 'integration' || !isOneOf(INTEGRATION_KINDS, integration_kind)))
    details.integration_kind = [
      problem('Integration kind', `is only for integrations and must be one of ${INTEGRATION_KINDS.join(', ')}`, 'InvalidValue'),
    ]
  if (!areWellFormed(scopes)) details.scopes = [problem('Scopes', 'must be at most 100 words without spaces', 'InvalidFormat')]
  else if (unknown !== null) details.scopes = [problem('Scopes', unknown, 'InvalidValue')]
  else if (scopes.includes(IN_PERSON))
    details.scopes = [problem('Scopes', `cannot hold ${IN_PERSON}: people grant it, and an integration has nobody’s`, 'InvalidValue')]
  else if (kind === 'integration' && scopes.length === 0 && details.integration_kind === undefined && needsScopes(integration_kind))
    details.scopes = [problem('Scopes', 'cannot be blank: without them an integration of this kind cannot be made', 'BlankValue')]
  if (lifetime_days !== null && (lifetime_days < 1 || lifetime_days > MAX_DAYS))
    details.lifetime_days = [problem('Lifetime in days', `must be a number from 1 to ${MAX_DAYS}`, 'InvalidValue')]
  return details
}

/**
 * An OAuth client gets at most the requested scopes. An integration without a kind yet may still become one that needs a client.
 * @source docs/reference/specification.md §5.5.1
 */
const needsScopes = (integration_kind: string | null) => integration_kind === null || KINDS_WITH_CLIENT.includes(integration_kind)

/**
 * Advice for a requester of an integration where an API token would be enough; null where it would not be.
 * @source docs/reference/specification.md §5.5.2
 */
export function adviceFor(request: Pick<RequestTexts, 'integration_kind' | 'lifetime_days'> & { readonly kind: string }): string | null {
  if (request.kind !== 'integration') return null
  const rule = 'An integration is much harder to revoke than an API token and is for production systems that need persistent access only'
  if (request.lifetime_days !== null) return `Prefer an API token: access is wanted for a limited time. ${rule}.`
  if (request.integration_kind === null || request.integration_kind === 'generic')
    return `Prefer an API token: nothing in the request needs more than API calls. ${rule}.`
  return null
}
