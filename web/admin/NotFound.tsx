import { createLink } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { CenteredPage } from '../ui/CenteredPage.tsx'
import { TextAnchor } from '../ui/text.tsx'

const TextLink = createLink(TextAnchor)

/** The page for an unknown URL. */
export function NotFound() {
  return (
    <CenteredPage title="Page not found" intro="There is no page at this address. It may have moved, or the link may be incomplete.">
      <TextLink to={paths.root}>Go to the dashboard</TextLink>
    </CenteredPage>
  )
}
