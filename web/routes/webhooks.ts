// The pages of webhooks, in the frame of administrators.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseInvocationSearch, parseWebhookSearch } from '../admin/apps_and_integrations/webhooks/search.ts'
import { paths } from '../paths.ts'
import { admin } from './frames.ts'

const webhooks = createRoute({
  getParentRoute: () => admin,
  path: paths.webhooks,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
  validateSearch: parseWebhookSearch,
})

const newWebhook = createRoute({
  getParentRoute: () => admin,
  path: paths.new_webhook,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/webhooks/AddWebhookPage.tsx'), 'AddWebhookPage'),
})

const webhook = createRoute({
  getParentRoute: () => admin,
  path: paths.webhook,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/webhooks/WebhookPage.tsx'), 'WebhookPage'),
  validateSearch: parseInvocationSearch,
})

const editWebhook = createRoute({
  getParentRoute: () => admin,
  path: paths.edit_webhook,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/webhooks/EditWebhookPage.tsx'), 'EditWebhookPage'),
})

const webhookInvocation = createRoute({
  getParentRoute: () => admin,
  path: paths.webhook_invocation,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/webhooks/InvocationPage.tsx'), 'InvocationPage'),
})

/** The routes of webhooks. */
export const webhookRoutes = [webhooks, newWebhook, webhook, editWebhook, webhookInvocation] as const
