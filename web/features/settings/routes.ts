// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'

const accountSettings = createRoute({
  getParentRoute: () => frame,
  path: paths.account_settings,
  component: lazyRouteComponent(() => import('./AccountSettingsPage.tsx'), 'AccountSettingsPage'),
})

const accessSettings = createRoute({
  getParentRoute: () => frame,
  path: paths.access_settings,
  component: lazyRouteComponent(() => import('./AccessSettingsPage.tsx'), 'AccessSettingsPage'),
})

const apiSettings = createRoute({
  getParentRoute: () => frame,
  path: paths.api_settings,
  component: lazyRouteComponent(() => import('./ApiSettingsPage.tsx'), 'ApiSettingsPage'),
})

/** The routes of this subject. */
export const settingsRoutes = [accountSettings, accessSettings, apiSettings] as const
