import { Button } from '../Button.tsx'
import { CenteredPage } from '../CenteredPage.tsx'
import { LoadingPage } from '../Loading.tsx'
import { LONG } from './Example.tsx'

/** A page outside the dashboard. */
export function CenteredExamples() {
  return (
    <CenteredPage title="Sign in" intro={LONG}>
      <Button kind="primary" isStretched>
        Sign in
      </Button>
    </CenteredPage>
  )
}

/** A page that is not there yet, in the place where it will be. */
export function LoadingExamples() {
  return (
    <main>
      <h1>Loading</h1>
      <LoadingPage />
    </main>
  )
}
