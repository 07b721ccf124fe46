import { RelativeTime } from '#kit/RelativeTime.tsx'
import type { OAuthClient } from './queries.ts'

/** Shows when a client's previous secret stops working. */
export function PreviousSecret({ client: { previous_secret_expires_at: at } }: { client: OAuthClient }) {
  return (
    at !== null && (
      <>
        <dt>Previous secret</dt>
        <dd>
          ends <RelativeTime at={at} />
        </dd>
      </>
    )
  )
}
