/** Every route of the API: those of each module. A route that is missing in its module's list does not exist. */
import type { AnyRoute } from '#http/route.ts'
import { advanceClock } from '#jobs/clock/advance.ts'
import { accessRoutes } from '#modules/access/routes.ts'
import { clockRoutes } from '#modules/account/clock/routes.ts'
import { accountRoutes } from '#modules/account/routes.ts'
import { businessRulesRoutes } from '#modules/business_rules/routes.ts'
import { commonRoutes } from '#modules/common/routes.ts'
import { customDataRoutes } from '#modules/custom_data/routes.ts'
import { employeeServiceRoutes } from '#modules/employee_service/routes.ts'
import { membershipsRoutes } from '#modules/memberships/routes.ts'
import { peopleRoutes } from '#modules/people/routes.ts'
import { routingRoutes } from '#modules/routing/routes.ts'
import { searchAndExportRoutes } from '#modules/search_and_export/routes.ts'
import { signInRoutes } from '#modules/sign_in/routes.ts'
import { ticketSetupRoutes } from '#modules/ticket_setup/routes.ts'
import { ticketsRoutes } from '#modules/tickets/routes.ts'
import { notBuiltRoutes } from '#modules/api_reference/not_built/routes.ts'
import { openapiRoutes } from '#modules/api_reference/openapi/routes.ts'

const moduleRoutes: readonly AnyRoute[] = [
  ...commonRoutes,
  ...accountRoutes,
  ...clockRoutes(advanceClock),
  ...customDataRoutes,
  ...peopleRoutes,
  ...signInRoutes,
  ...accessRoutes,
  ...ticketSetupRoutes,
  ...ticketsRoutes,
  ...membershipsRoutes,
  ...routingRoutes,
  ...employeeServiceRoutes,
  ...businessRulesRoutes,
  ...searchAndExportRoutes,
]

/** All routes that are built. */
export const allRoutes: readonly AnyRoute[] = [...moduleRoutes, ...openapiRoutes(moduleRoutes)]

/** All routes that are served: the built ones, and answers for operations that are not built, so that connectors keep working. */
export const servedRoutes: readonly AnyRoute[] = [...allRoutes, ...notBuiltRoutes]
