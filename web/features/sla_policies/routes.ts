// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { paths } from '#lib/paths.ts'
import { parsePolicyCopySearch } from './search.ts'

const slaPolicies = createRoute({
  getParentRoute: () => frame,
  path: paths.sla_policies,
  component: lazyRouteComponent(() => import('./SlaPoliciesPage.tsx'), 'SlaPoliciesPage'),
  validateSearch: parseListSearch,
})

const newSlaPolicy = createRoute({
  getParentRoute: () => frame,
  path: paths.new_sla_policy,
  component: lazyRouteComponent(() => import('./AddSlaPolicyPage.tsx'), 'AddSlaPolicyPage'),
  validateSearch: parsePolicyCopySearch,
})

const slaPolicy = createRoute({
  getParentRoute: () => frame,
  path: paths.sla_policy,
  component: lazyRouteComponent(() => import('./SlaPolicyPage.tsx'), 'SlaPolicyPage'),
})

const groupSlaPolicies = createRoute({
  getParentRoute: () => frame,
  path: paths.group_sla_policies,
  component: lazyRouteComponent(() => import('./GroupSlaPoliciesPage.tsx'), 'GroupSlaPoliciesPage'),
  validateSearch: parseListSearch,
})

const newGroupSlaPolicy = createRoute({
  getParentRoute: () => frame,
  path: paths.new_group_sla_policy,
  component: lazyRouteComponent(() => import('./AddGroupSlaPolicyPage.tsx'), 'AddGroupSlaPolicyPage'),
  validateSearch: parsePolicyCopySearch,
})

const groupSlaPolicy = createRoute({
  getParentRoute: () => frame,
  path: paths.group_sla_policy,
  component: lazyRouteComponent(() => import('./GroupSlaPolicyPage.tsx'), 'GroupSlaPolicyPage'),
})

/** The routes of this subject. */
export const slaPolicyRoutes = [slaPolicies, newSlaPolicy, slaPolicy, groupSlaPolicies, newGroupSlaPolicy, groupSlaPolicy] as const
