import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, describeError, isWorthRetrying } from '#contract/errors.ts'
import { Button } from '#kit/Button.tsx'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'

/** Shown instead of a page when the signed-in user cannot be loaded, or, within the frame, when the page itself fails. */
export function FailedPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (!isWorthRetrying(error))
    return (
      <Page title="No access" isNarrow>
        <Notice type="info" title="You have no access to this">
          {describeError(error)}
        </Notice>
      </Page>
    )
  if (error instanceof ApiError)
    return (
      <CenteredPage title="Deskhand is not answering" intro={describeError(error)}>
        <Button kind="primary" isStretched onClick={() => router.invalidate()}>
          Try again
        </Button>
      </CenteredPage>
    )
  // page code is loaded on demand: after an upgrade of the server, the chunks of the old version no longer exist
  return (
    <Page title="This page does not work" isNarrow>
      <Notice
        type="error"
        title="Something unexpected went wrong"
        action={{ label: 'Load it again', onClick: () => window.location.reload() }}
      >
        The dashboard may have been updated since you opened it.
      </Notice>
    </Page>
  )
}
