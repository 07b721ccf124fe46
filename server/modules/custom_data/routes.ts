/** Every route of custom objects, their fields, records and permissions. */
import type { AnyRoute } from '#http/route.ts'
import { customObjectFieldRoutes } from './custom_object_fields/routes.ts'
import { customObjectPermissionRoutes } from './custom_object_permissions/routes.ts'
import { customObjectRecordAttachmentRoutes } from './custom_object_record_attachments/routes.ts'
import { customObjectRecordListRoutes } from './custom_object_records/list_routes.ts'
import { customObjectRecordRoutes } from './custom_object_records/routes.ts'
import { customObjectRoutes } from './custom_objects/routes.ts'

export const customDataRoutes: readonly AnyRoute[] = [
  ...customObjectFieldRoutes,
  ...customObjectPermissionRoutes,
  ...customObjectRecordAttachmentRoutes,
  ...customObjectRecordListRoutes,
  ...customObjectRecordRoutes,
  ...customObjectRoutes,
]
