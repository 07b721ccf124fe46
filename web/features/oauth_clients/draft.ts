// The values of the form of a client, and what is sent for them.

import type { OAuthClient, OAuthClientInput } from './queries.ts'

/** Lists are typed as text with one item per line. */
export interface ClientDraft {
  name: string
  identifier: string
  company: string
  description: string
  redirect_uri: string
  kind: OAuthClient['kind']
  /** The scopes its tokens may have at most; null for any. */
  scopes: readonly string[] | null
  allowed_ips: string
  per_minute: string
  may_act_in_person: boolean
}

/** The initial values of the form: empty, or those of the client. */
export function draftOf(client?: OAuthClient): ClientDraft {
  return {
    name: client?.name ?? '',
    identifier: client?.identifier ?? '',
    company: client?.company ?? '',
    description: client?.description ?? '',
    redirect_uri: client?.redirect_uri.join('\n') ?? '',
    kind: client?.kind ?? 'confidential',
    scopes: client?.scopes ?? null,
    allowed_ips: client?.allowed_ips?.join('\n') ?? '',
    per_minute: client?.per_minute?.toString() ?? '',
    may_act_in_person: client?.may_act_in_person ?? false,
  }
}

/** The body sent to the API. An empty list of addresses or budget sets no bound; an invalid budget becomes 0, refused at its field. */
export function inputOf(draft: ClientDraft): OAuthClientInput {
  const allowed_ips = itemsOf(draft.allowed_ips)
  const budget = draft.per_minute.trim()
  return {
    ...draft,
    redirect_uri: itemsOf(draft.redirect_uri),
    scopes: draft.scopes === null ? null : [...draft.scopes],
    allowed_ips: allowed_ips.length === 0 ? null : allowed_ips,
    per_minute: budget === '' ? null : /^\d{1,9}$/.test(budget) ? Number(budget) : 0,
  }
}

function itemsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
