import { createLink } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { Page } from '#kit/Page.tsx'
import { TextAnchor } from '#kit/text.tsx'

const TextLink = createLink(TextAnchor)

/** Shown in place of a page that is not for the signed-in user. */
export function NoAccess({ name }: { name: string }) {
  return (
    <Page
      title="No access"
      isNarrow
      intro={`You are signed in as ${name}, and this page is for other people. Ask an administrator of the instance if you need something here.`}
    >
      <TextLink to={paths.root}>Go to your first page</TextLink>
    </Page>
  )
}
