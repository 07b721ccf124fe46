/** Every route of ticket fields, ticket forms and custom statuses. */
import type { AnyRoute } from '#http/route.ts'
import { customStatusRoutes } from './custom_statuses/routes.ts'
import { ticketFieldOptionRoutes } from './ticket_fields/option_routes.ts'
import { ticketFieldRoutes } from './ticket_fields/routes.ts'
import { ticketFormStatusRoutes } from './ticket_form_statuses/routes.ts'
import { ticketFormRoutes } from './ticket_forms/routes.ts'

export const ticketSetupRoutes: readonly AnyRoute[] = [
  ...customStatusRoutes,
  ...ticketFieldOptionRoutes,
  ...ticketFieldRoutes,
  ...ticketFormStatusRoutes,
  ...ticketFormRoutes,
]
