import { createLink } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { CenteredPage } from '../ui/CenteredPage.tsx'
import { TextAnchor } from '../ui/text.tsx'
import { useLeave } from './use_leave.ts'

const TextLink = createLink(TextAnchor)

/** Shown to signed-in users who are not administrators. */
export function NoAccess({ name }: { name: string }) {
  const leave = useLeave()
  return (
    <CenteredPage
      title="No access"
      intro={`You are signed in as ${name}. This dashboard is for administrators of the instance; ask one of them if you need something changed.`}
    >
      <TextLink to={paths.access_requests}>Go to the access requests</TextLink>
      <Button onClick={leave} isStretched>
        Sign out
      </Button>
    </CenteredPage>
  )
}
