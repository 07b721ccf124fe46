import { useRouter, useSearch } from '@tanstack/react-router'
import { useLeave } from '#features/frame/public.ts'
import { queryClient } from '#contract/query_client.ts'
import { paths, safeReturnPath } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { Enrolment } from './Enrolment.tsx'

/** The page at `paths.enrol`: where a second factor is required, no other page opens until it is set up. */
export function EnrolPage() {
  const { return_to } = useSearch({ from: paths.enrol })
  const router = useRouter()
  const leave = useLeave()
  const goOn = async () => {
    // queries refused before enrolment must be fetched again
    queryClient.removeQueries()
    await router.invalidate()
    router.history.replace(safeReturnPath(return_to))
  }
  return (
    <CenteredPage
      title="Set up a second factor"
      intro="This instance asks its staff for a code from an app as well as the password. Setting it up takes a minute."
    >
      <Enrolment onDone={goOn} />
      <Button kind="quiet" isStretched onClick={leave}>
        Sign out
      </Button>
    </CenteredPage>
  )
}
