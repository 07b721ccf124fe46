// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseInvocationSearch, parseWebhookSearch } from './search.ts'

const webhooks = createRoute({
  getParentRoute: () => admin,
  path: paths.webhooks,
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
  validateSearch: parseWebhookSearch,
})

const newWebhook = createRoute({
  getParentRoute: () => admin,
  path: paths.new_webhook,
  component: lazyRouteComponent(() => import('./AddWebhookPage.tsx'), 'AddWebhookPage'),
})

const webhook = createRoute({
  getParentRoute: () => admin,
  path: paths.webhook,
  component: lazyRouteComponent(() => import('./WebhookPage.tsx'), 'WebhookPage'),
  validateSearch: parseInvocationSearch,
})

const editWebhook = createRoute({
  getParentRoute: () => admin,
  path: paths.edit_webhook,
  component: lazyRouteComponent(() => import('./EditWebhookPage.tsx'), 'EditWebhookPage'),
})

const webhookInvocation = createRoute({
  getParentRoute: () => admin,
  path: paths.webhook_invocation,
  component: lazyRouteComponent(() => import('./InvocationPage.tsx'), 'InvocationPage'),
})

/** The routes of this subject, among the pages of administration. */
export const webhookRoutes = [webhooks, newWebhook, webhook, editWebhook, webhookInvocation] as const
