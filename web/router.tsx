// The router: every route there is, put together. Each page's code is loaded when the page is first opened.
// Does not belong here: which address shows which page (routes/), the addresses themselves (paths.ts).

import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { FailedPage } from './sign_in/FailedPage.tsx'
import { LoadingPage } from './ui/Loading.tsx'
import { admin, people, root } from './routes/frames.ts'
import { adminRoutes } from './routes/admin.ts'
import { entryRoutes } from './routes/entry.ts'
import { focusTitle } from './ui/use_preserved_focus.ts'
import { peopleRoutes } from './routes/people.ts'

/** Makes the router; loaders read through the given cache. */
export function makeRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: root.addChildren([...entryRoutes, people.addChildren(peopleRoutes), admin.addChildren(adminRoutes)]),
    context: { queryClient },
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: FailedPage,
  })
  // The keyboard follows: it goes to the title of a page that was reached from another one, unless a field of the page has taken it.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const isTaken = document.activeElement?.matches('main input') === true
    if (fromLocation !== undefined && pathChanged && !isTaken) focusTitle()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
