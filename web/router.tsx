// The router: assembles all routes. The code of each page is loaded when the page is first opened.
// Does not belong here: which path shows which page (routes/), the paths themselves (paths.ts).

import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { FailedPage } from './sign_in/FailedPage.tsx'
import { LoadingPage } from './ui/Loading.tsx'
import { admin, people, root } from './routes/frames.ts'
import { adminRoutes } from './routes/admin.ts'
import { entryRoutes } from './routes/entry.ts'
import { focusTitle } from './ui/use_preserved_focus.ts'
import { peopleRoutes } from './routes/people.ts'

/** Creates the router; loaders use the given cache. */
export function makeRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: root.addChildren([...entryRoutes, people.addChildren(peopleRoutes), admin.addChildren(adminRoutes)]),
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
