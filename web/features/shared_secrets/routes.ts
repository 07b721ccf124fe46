// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseSecretSearch } from './search.ts'

const secrets = createRoute({
  getParentRoute: () => frame,
  path: paths.secrets,
  component: lazyRouteComponent(() => import('./SecretsPage.tsx'), 'SecretsPage'),
  validateSearch: parseSecretSearch,
})

const newSecret = createRoute({
  getParentRoute: () => frame,
  path: paths.new_secret,
  component: lazyRouteComponent(() => import('./NewSecretPage.tsx'), 'NewSecretPage'),
})

const secret = createRoute({
  getParentRoute: () => frame,
  path: paths.secret,
  component: lazyRouteComponent(() => import('./SecretPage.tsx'), 'SecretPage'),
})

/** The routes of this subject. */
export const secretRoutes = [secrets, newSecret, secret] as const
