// The tree of all routes of all apps, for the compiler alone: links, parameters and search parameters are checked against it, also those of a link from
// one app into another.

import type { Router } from '@tanstack/react-router'
import type { frame, root } from '#features/frame/public.ts'
import type { framedRoutes, bareRoutes } from '#apps/admin/route_tree.ts'
import type { agentRoutes } from '#apps/agent/route_tree.ts'

type Framed = ReturnType<typeof frame.addChildren<readonly [...typeof framedRoutes, ...typeof agentRoutes]>>
type WholeTree = ReturnType<typeof root.addChildren<readonly [...typeof bareRoutes, Framed]>>

declare module '@tanstack/react-router' {
  interface Register {
    router: Router<WholeTree>
  }
}
