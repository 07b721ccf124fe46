// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseMailSearch } from './states.ts'

const outbox = createRoute({
  getParentRoute: () => frame,
  path: paths.outbox,
  component: lazyRouteComponent(() => import('./OutboxPage.tsx'), 'OutboxPage'),
  validateSearch: parseMailSearch,
})

const outboxMail = createRoute({
  getParentRoute: () => frame,
  path: paths.outbox_mail,
  component: lazyRouteComponent(() => import('./MailPage.tsx'), 'MailPage'),
})

/** The routes of this subject. */
export const outboxRoutes = [outbox, outboxMail] as const
