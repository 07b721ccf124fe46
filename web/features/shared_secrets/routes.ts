// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { people } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseSecretSearch } from './search.ts'

const secrets = createRoute({
  getParentRoute: () => people,
  path: paths.secrets,
  component: lazyRouteComponent(() => import('./SecretsPage.tsx'), 'SecretsPage'),
  validateSearch: parseSecretSearch,
})

const newSecret = createRoute({
  getParentRoute: () => people,
  path: paths.new_secret,
  component: lazyRouteComponent(() => import('./NewSecretPage.tsx'), 'NewSecretPage'),
})

const secret = createRoute({
  getParentRoute: () => people,
  path: paths.secret,
  component: lazyRouteComponent(() => import('./SecretPage.tsx'), 'SecretPage'),
})

/** The routes of this subject, for every signed-in user. */
export const secretRoutes = [secrets, newSecret, secret] as const
