import type { OAuthClient } from '../../../api/oauth_clients.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'

/** The row of a client's facts that says until when its previous secret works. */
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
