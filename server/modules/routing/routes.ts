/** Every route of routing: skills, who has them, which tickets require them; queues. */
import type { AnyRoute } from '#http/route.ts'
import { agentAvailabilityRoutes } from './agent_availabilities/routes.ts'
import { attributeRoutes } from './attributes/routes.ts'
import { attributeValueRoutes } from './attributes/value_routes.ts'
import { instanceValueRoutes } from './instance_values/routes.ts'
import { queueRoutes } from './queues/routes.ts'
import { ticketRoutingRoutes } from './ticket_routing/routes.ts'

export const routingRoutes: readonly AnyRoute[] = [
  ...agentAvailabilityRoutes,
  ...attributeRoutes,
  ...attributeValueRoutes,
  ...instanceValueRoutes,
  ...queueRoutes,
  ...ticketRoutingRoutes,
]
