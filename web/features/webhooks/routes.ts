// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseInvocationSearch, parseWebhookSearch } from './search.ts'

const webhooks = createRoute({
  getParentRoute: () => frame,
  path: paths.webhooks,
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
  validateSearch: parseWebhookSearch,
})

const newWebhook = createRoute({
  getParentRoute: () => frame,
  path: paths.new_webhook,
  component: lazyRouteComponent(() => import('./AddWebhookPage.tsx'), 'AddWebhookPage'),
})

const webhook = createRoute({
  getParentRoute: () => frame,
  path: paths.webhook,
  component: lazyRouteComponent(() => import('./WebhookPage.tsx'), 'WebhookPage'),
  validateSearch: parseInvocationSearch,
})

const editWebhook = createRoute({
  getParentRoute: () => frame,
  path: paths.edit_webhook,
  component: lazyRouteComponent(() => import('./EditWebhookPage.tsx'), 'EditWebhookPage'),
})

const webhookInvocation = createRoute({
  getParentRoute: () => frame,
  path: paths.webhook_invocation,
  component: lazyRouteComponent(() => import('./InvocationPage.tsx'), 'InvocationPage'),
})

/** The routes of this subject. */
export const webhookRoutes = [webhooks, newWebhook, webhook, editWebhook, webhookInvocation] as const
