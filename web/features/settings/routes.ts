// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'

const accountSettings = createRoute({
  getParentRoute: () => admin,
  path: paths.account_settings,
  component: lazyRouteComponent(() => import('./AccountSettingsPage.tsx'), 'AccountSettingsPage'),
})

const accessSettings = createRoute({
  getParentRoute: () => admin,
  path: paths.access_settings,
  component: lazyRouteComponent(() => import('./AccessSettingsPage.tsx'), 'AccessSettingsPage'),
})

const apiSettings = createRoute({
  getParentRoute: () => admin,
  path: paths.api_settings,
  component: lazyRouteComponent(() => import('./ApiSettingsPage.tsx'), 'ApiSettingsPage'),
})

/** The routes of this subject, among the pages of administration. */
export const settingsRoutes = [accountSettings, accessSettings, apiSettings] as const
