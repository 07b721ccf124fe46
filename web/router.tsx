// The router: assembles all routes. Those of a section are loaded when it is first opened, and so is the code of each page.
// Does not belong here: which path shows which page (routes/), the paths themselves (paths.ts).

import type { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { FailedPage } from './sign_in/FailedPage.tsx'
import { LoadingPage } from '#kit/Loading.tsx'
import { admin, people, root } from './routes/frames.ts'
import { entryRoutes } from './routes/entry.ts'
import { type Section, sections, type WholeTree } from './routes/sections.ts'
import { focusTitle } from '#kit/use_preserved_focus.ts'

/** Creates the router; loaders use the given cache. */
export function makeRouter(queryClient: QueryClient) {
  const loaded = new Map<Section, readonly AnyRoute[]>()
  const placeholders = new Map(sections.map((section) => [section, section.paths.map((path) => makePlaceholder(section, path, show))]))
  const routesOf = (section: Section) => loaded.get(section) ?? placeholders.get(section) ?? []
  const routesIn = (frame: Section['frame']) => sections.filter((section) => section.frame === frame).flatMap(routesOf)
  const buildTree = () => root.addChildren([...entryRoutes, people.addChildren(routesIn(people)), admin.addChildren(routesIn(admin))])

  async function show(section: Section): Promise<void> {
    loaded.set(section, await section.load())
    buildTree()
    router.setRoutes(router.buildRouteTree())
    // one that is gone from the tree may still be on the screen, as what is being loaded
    for (const one of [...placeholders.values()].flat()) Object.assign(router.routesById, { [one.id]: one })
  }

  // begun while the server is asked who is signed in; if it fails, so does the placeholder, which shows it
  sections
    .find(isOpen)
    ?.load()
    .catch(() => undefined)
  const router = createRouter({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the routes that are not loaded yet are reached by placeholders
    routeTree: buildTree() as unknown as WholeTree,
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

/** Whether the page that the browser opens is one of the section. */
const isOpen = ({ paths }: Section) => paths.some((path) => window.location.pathname.startsWith(path))

/** A route for everything below a path of a section that is not loaded: loads it and opens the same address again. */
function makePlaceholder(section: Section, path: string, show: (section: Section) => Promise<void>): AnyRoute {
  return createRoute({
    getParentRoute: () => section.frame,
    path: `${path}/$`,
    beforeLoad: async ({ location }) => {
      await show(section)
      throw redirect({ href: location.href, replace: true })
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
