import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import type { OAuthClient } from '../../../api/types.ts'

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
