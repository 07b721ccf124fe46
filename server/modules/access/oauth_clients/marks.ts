/** Marked clients: those that may ask people for the scope `in_person`. Who may mark one, what is guarded then, and what it may be granted. */
import { IN_PERSON, requireHeldByUserOnly } from '#auth/in_person.ts'
import type { Context } from '#core/context.ts'
import { OAuthError } from '#core/errors.ts'
import type { ClientDraft } from './check.ts'
import { lockOAuthClient, type OAuthClientRow } from './store.ts'

/** Members that neither people who are asked nor the codes they grant depend on. */
const UNGUARDED: readonly string[] = ['per_minute']

/**
 * Marking a client, and changing what people are shown of a marked one or where their codes go, takes a person who has signed in: a program
 * could otherwise mark itself, or take the place of one that was marked. Unmarking takes no more than any other change.
 * @throws Forbidden @source docs/decisions/0047_scope_in_person.md
 */
export function requireMayMark(
  ctx: Context,
  before: Pick<ClientDraft, 'may_act_in_person'> | null,
  draft: Pick<ClientDraft, 'may_act_in_person'>,
  changes: readonly string[],
): void {
  if (!draft.may_act_in_person) return
  if (before?.may_act_in_person !== true) requireHeldByUserOnly(ctx, `Allowing a client to ask for ${IN_PERSON}`)
  else if (changes.some((change) => !UNGUARDED.includes(change)))
    requireHeldByUserOnly(ctx, `Changing a client that may ask for ${IN_PERSON}, other than taking that away,`)
}

/** Why a client cannot be granted the scopes; null when it can, or when they do not hold `in_person`. `byPerson`: a person grants them. */
export function whyUngrantable(
  client: Pick<OAuthClientRow, 'may_act_in_person' | 'integration_id'>,
  scopes: readonly string[],
  byPerson: boolean,
): string | null {
  if (!scopes.includes(IN_PERSON)) return null
  if (!client.may_act_in_person || client.integration_id !== null)
    return `Only a client that an administrator has marked may be granted ${IN_PERSON}`
  return byPerson ? null : `Only a person can grant ${IN_PERSON}: a client cannot have it in its own name`
}

/**
 * To be called in the transaction of a grant: a client that is unmarked at the same moment is waited for, so that nothing outlives its mark.
 * @throws OAuthError `invalid_scope`
 */
export async function refuseUngrantable(tx: Context, clientId: number, scopes: readonly string[], byPerson: boolean): Promise<void> {
  if (!scopes.includes(IN_PERSON)) return
  const why = whyUngrantable(await lockOAuthClient(tx, clientId), scopes, byPerson)
  if (why !== null) throw new OAuthError(400, 'invalid_scope', why)
}
