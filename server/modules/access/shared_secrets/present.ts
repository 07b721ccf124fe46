import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { SharedSecretRow } from './store.ts'
import type { SharedSecret } from './schema.ts'

/** The API URL of a one-time secret. */
export const sharedSecretUrl = (ctx: Context, id: number) => urlOf(ctx.caller.base_url, `shared_secrets/${id}`)

/** The page where its signed-in reader opens it. The URL alone gives no access. */
const sharedSecretPage = (ctx: Context, id: number) => `${ctx.caller.base_url}/secrets/${id}`

/** The link that is handed over. Its secret is in the fragment, which browsers do not send. */
export const sharedSecretLink = (ctx: Context, link: string) => `${ctx.caller.base_url}/secrets#${link}`

/** A one-time secret as JSON, never with its value or its link. @source docs/reference/access_governance.md §8 */
export function presentSharedSecret(ctx: Context, row: SharedSecretRow): AnswerOf<typeof SharedSecret> {
  return {
    id: row.id,
    url: sharedSecretUrl(ctx, row.id),
    page_url: sharedSecretPage(ctx, row.id),
    label: row.label,
    sender_id: row.sender_id,
    sender_name: row.sender_name,
    reader_id: row.reader_id,
    reader_name: row.reader_name,
    access_request_id: row.access_request_id,
    api_token_id: row.api_token_id,
    state: row.state,
    has_passphrase: row.has_passphrase,
    created_at: wireTime(row.created_at),
    expires_at: wireTime(row.expires_at),
    read_at: wireTimeOrNull(row.read_at),
    read_ip_address: row.read_ip_address,
    reopened_at: wireTimeOrNull(row.reopened_at),
  }
}
