// The target of mailed verification links. A button verifies the address, because mail scanners follow links.
// Does not belong here: requesting such a mail.

import { createLink, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, describeError } from '#contract/errors.ts'
import { paths } from '#lib/paths.ts'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { Button } from '#kit/Button.tsx'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { Notice } from '#kit/Notice.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { useVerifyAddress } from './queries.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.verify_address`. @source docs/reference/people.md §2 */
export function VerifyAddressPage() {
  const { hash } = useLocation()
  const [token] = useState(hash)
  const verify = useVerifyAddress()
  const isOver = verify.error instanceof ApiError && verify.error.status === 410
  if (verify.data !== undefined)
    return (
      <CenteredPage title="Address verified">
        <Notice
          type="success"
          title={
            <>
              <EmailAddress text={verify.data.email} /> is verified
            </>
          }
        >
          This address now belongs to your account.
        </Notice>
        <TextLink to={paths.root}>Continue</TextLink>
      </CenteredPage>
    )
  return (
    <CenteredPage title="Verify your address" intro="Verify it only if you are the person named in the mail.">
      {verify.error !== null && (
        <Notice type="error" title="The address was not verified">
          {describeError(verify.error)}
        </Notice>
      )}
      {!isOver && (
        <Button kind="primary" isStretched isBusy={verify.isPending} onClick={() => verify.mutate(token)}>
          Verify this address
        </Button>
      )}
    </CenteredPage>
  )
}
