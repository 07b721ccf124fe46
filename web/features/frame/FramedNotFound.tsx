import { createLink } from '@tanstack/react-router'
import { type CurrentUser, useStanding } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { Page } from '#kit/Page.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { PeopleFrame } from './PeopleFrame.tsx'

const TextLink = createLink(TextAnchor)

/** Says within the user's frame that there is no page at the address. */
export function FramedNotFound({ me }: { me: CurrentUser }) {
  const standing = useStanding(me)
  if (standing === undefined) return null
  return (
    <PeopleFrame name={me.name} email={me.email} standing={standing}>
      <Page title="Page not found" isNarrow intro="There is no page at this address. It may have moved, or the link may be incomplete.">
        <TextLink to={paths.root}>Go to your first page</TextLink>
      </Page>
    </PeopleFrame>
  )
}
