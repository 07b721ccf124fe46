// The tree of all routes of all apps, for the compiler alone: links, parameters and search parameters are checked against it, also those of a link from
// one app into another.

import type { Router } from '@tanstack/react-router'
import type { admin, people, root } from '#features/frame/public.ts'
import type { adminRoutes, bareRoutes, peopleRoutes } from '#apps/admin/route_tree.ts'
import type { agentRoutes } from '#apps/agent/route_tree.ts'

type People = ReturnType<typeof people.addChildren<readonly [...typeof peopleRoutes, ...typeof agentRoutes]>>
type Admin = ReturnType<typeof admin.addChildren<typeof adminRoutes>>
type WholeTree = ReturnType<typeof root.addChildren<readonly [...typeof bareRoutes, People, Admin]>>

declare module '@tanstack/react-router' {
  interface Register {
    router: Router<WholeTree>
  }
}
