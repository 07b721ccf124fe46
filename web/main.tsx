// Starts the dashboard in the page: cache, router, colour scheme.
// Does not belong here: the behaviour of any page.

import '#kit/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, watchSessionEnd } from './contract/query_client.ts'
import { paths } from './paths.ts'
import { requestAddress } from './oauth/request_address.ts'
import { announceSessionEnd } from './parts/saved_draft.ts'
import { makeRouter } from './router.tsx'
import { watchForLink } from './secrets/held_link.ts'
import { followScheme } from '#kit/scheme.ts'
import { Toasts } from '#kit/toasts.tsx'

followScheme()
watchForLink() // before the router reads the URL
const router = makeRouter(queryClient)
watchSessionEnd(goToSignIn)

createRoot(getRoot()).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)

/** Called when the session has ended on the server: goes to the sign-in page, which returns to this one. */
function goToSignIn(): void {
  announceSessionEnd() // before the cache loses whose drafts they are
  queryClient.removeQueries()
  const { href, pathname } = router.state.location
  if (pathname !== paths.sign_in)
    void router.navigate({
      to: paths.sign_in,
      search: { return_to: pathname === paths.oauth_authorization ? requestAddress() : href },
      ignoreBlocker: true, // drafts are saved
    })
}

function getRoot(): HTMLElement {
  const element = document.getElementById('root')
  if (element === null) throw new Error('index.html has no element with the id "root".')
  return element
}
