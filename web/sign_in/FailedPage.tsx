import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { describeError } from '../api/errors.ts'
import { Button } from '../ui/Button.tsx'
import { CenteredPage } from '../ui/CenteredPage.tsx'

/** Shown instead of a page when even its frame could not be loaded: the server cannot say who is signed in. */
export function FailedPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <CenteredPage title="Deskhand is not answering" intro={describeError(error)}>
      <Button kind="primary" isStretched onClick={() => router.invalidate()}>
        Try again
      </Button>
    </CenteredPage>
  )
}
