import type { OAuthClient } from '../../../api/oauth_clients.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'

/** Among the facts about a client: until when the secret before this one works. */
export function PreviousSecret({ client: { previous_secret_expires_at: at } }: { client: OAuthClient }) {
  return (
    at !== null && (
      <>
        <dt>Secret before</dt>
        <dd>
          ends <RelativeTime at={at} />
        </dd>
      </>
    )
  )
}
