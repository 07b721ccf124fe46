/** Every route of employee service: assets, task lists, approval requests. */
import type { AnyRoute } from '#http/route.ts'
import { approvalRequestRoutes } from './approval_requests/routes.ts'
import { assetFieldRoutes } from './asset_fields/routes.ts'
import { assetLocationRoutes } from './asset_locations/routes.ts'
import { assetStatusRoutes } from './asset_statuses/routes.ts'
import { assetTypeRoutes } from './asset_types/routes.ts'
import { assetRoutes } from './assets/routes.ts'
import { taskListTemplateRoutes } from './task_list_templates/routes.ts'
import { taskListRoutes } from './task_lists/routes.ts'

export const employeeServiceRoutes: readonly AnyRoute[] = [
  ...approvalRequestRoutes,
  ...assetFieldRoutes,
  ...assetLocationRoutes,
  ...assetRoutes,
  ...assetStatusRoutes,
  ...assetTypeRoutes,
  ...taskListRoutes,
  ...taskListTemplateRoutes,
]
