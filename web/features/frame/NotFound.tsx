import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { meQuery } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { CenteredPage } from '#kit/CenteredPage.tsx'
import { LoadingPage } from '#kit/Loading.tsx'
import { TextAnchor } from '#kit/text.tsx'

const TextLink = createLink(TextAnchor)
const FramedNotFound = lazy(async () => ({ default: (await import('./FramedNotFound.tsx')).FramedNotFound }))

/** The page for an unknown URL: within the frame of a signed-in user, alone for a visitor. */
export function NotFound() {
  const { data: me, error } = useQuery(meQuery)
  if (me === undefined && error === null) return <LoadingPage />
  if (me === undefined || me.id === null)
    return (
      <CenteredPage title="Page not found" intro="There is no page at this address. It may have moved, or the link may be incomplete.">
        <TextLink to={paths.root}>Go to the dashboard</TextLink>
      </CenteredPage>
    )
  return (
    <Suspense fallback={<LoadingPage />}>
      <FramedNotFound me={me} />
    </Suspense>
  )
}
