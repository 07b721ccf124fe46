/** Every route that reads across all records: search, tags, relationships, incremental exports. */
import type { AnyRoute } from '#http/route.ts'
import { incrementalRoutes } from './incremental/routes.ts'
import { relationshipRoutes } from './relationships/routes.ts'
import { savedSearchRoutes } from './saved_searches/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { tagRoutes } from './tags/routes.ts'

export const searchAndExportRoutes: readonly AnyRoute[] = [
  ...incrementalRoutes,
  ...relationshipRoutes,
  ...savedSearchRoutes,
  ...searchRoutes,
  ...tagRoutes,
]
