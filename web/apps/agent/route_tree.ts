// The routes of the agents' workspace: the pages below /agent.
// Does not belong here: which address shows which page (routes.ts of each feature), the layouts (features/frame).

import { frame, makeDocumentRoute, root } from '#features/frame/public.ts'
import { ticketRoutes } from '#features/tickets/routes.ts'
import { userRoutes } from '#features/users/routes.ts'
import { AGENT_PATH } from '#lib/paths.ts'

/** In the frame. */
export const agentRoutes = [...ticketRoutes, ...userRoutes] as const

export const routeTree = root.addChildren([makeDocumentRoute('/'), makeDocumentRoute('/$', AGENT_PATH), frame.addChildren(agentRoutes)])
