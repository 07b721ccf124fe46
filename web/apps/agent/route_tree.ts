// The routes of the agents' workspace: the pages below /agent.
// Does not belong here: which address shows which page (routes.ts of each feature), the layouts (features/frame).

import { makeDocumentRoute, people, root } from '#features/frame/public.ts'
import { ticketRoutes } from '#features/tickets/routes.ts'
import { userRoutes } from '#features/users/routes.ts'

/** In the frame of every signed-in user. */
export const agentRoutes = [...ticketRoutes, ...userRoutes] as const

export const routeTree = root.addChildren([makeDocumentRoute('/'), makeDocumentRoute('/$', '/agent'), people.addChildren(agentRoutes)])
