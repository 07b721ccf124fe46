// Starts an app in the page: cache, router, colour scheme.
// Does not belong here: its routes (route_tree.ts of each app), the behaviour of any page.

import '#kit/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createRouter, type ParsedLocation, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, watchSessionEnd } from '#contract/query_client.ts'
import { announceSessionEnd } from '#features/common/public.ts'
import { FailedPage } from '#features/frame/public.ts'
import { LoadingPage } from '#kit/Loading.tsx'
import { followScheme } from '#kit/scheme.ts'
import { Toasts } from '#kit/toasts.tsx'
import { focusTitle } from '#kit/use_preserved_focus.ts'
import { paths } from '#lib/paths.ts'

/** Draws the app of these routes. After the session has ended, people come back to the address that `addressOf` names. */
export function startApp(routeTree: AnyRoute, addressOf: (location: ParsedLocation) => string = ({ href }) => href): void {
  followScheme()
  const router = makeRouter(routeTree)
  watchSessionEnd(() => goToSignIn(router, addressOf))
  createRoot(getRoot()).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
}

function makeRouter(routeTree: AnyRoute) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: FailedPage,
  })
  // After a navigation the focus goes to the title of the page, unless an input of the page has it.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const isTaken = document.activeElement?.matches('main input') === true
    if (fromLocation !== undefined && pathChanged && !isTaken) focusTitle()
  })
  return router
}

/** Called when the session has ended on the server: goes to the sign-in page, which returns to this one. */
function goToSignIn(router: ReturnType<typeof makeRouter>, addressOf: (location: ParsedLocation) => string): void {
  announceSessionEnd() // before the cache loses whose drafts they are
  queryClient.removeQueries()
  const { location } = router.state
  if (location.pathname !== paths.sign_in)
    void router.navigate({
      to: paths.sign_in,
      search: { return_to: addressOf(location) },
      ignoreBlocker: true, // drafts are saved
    })
}

function getRoot(): HTMLElement {
  const element = document.getElementById('root')
  if (element === null) throw new Error('The page has no element with the id "root".')
  return element
}
