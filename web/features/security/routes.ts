// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'

const security = createRoute({
  getParentRoute: () => frame,
  path: paths.security,
  component: lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage'),
})

/** The routes of this subject. */
export const securityRoutes = [security] as const
