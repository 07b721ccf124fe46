// The pages of service levels, in the frame of administrators: SLA policies, group SLA policies and schedules.
// Does not belong here: the pages themselves, the menu (admin/menu.ts).

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { parsePolicyCopySearch } from '../rules/search.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { admin } from './frames.ts'

const slaPolicies = createRoute({
  getParentRoute: () => admin,
  path: paths.sla_policies,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/sla_policies/SlaPoliciesPage.tsx'),
    'SlaPoliciesPage',
  ),
  validateSearch: parseListSearch,
})

const newSlaPolicy = createRoute({
  getParentRoute: () => admin,
  path: paths.new_sla_policy,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/sla_policies/AddSlaPolicyPage.tsx'),
    'AddSlaPolicyPage',
  ),
  validateSearch: parsePolicyCopySearch,
})

const slaPolicy = createRoute({
  getParentRoute: () => admin,
  path: paths.sla_policy,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/sla_policies/SlaPolicyPage.tsx'), 'SlaPolicyPage'),
})

const groupSlaPolicies = createRoute({
  getParentRoute: () => admin,
  path: paths.group_sla_policies,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/group_sla_policies/GroupSlaPoliciesPage.tsx'),
    'GroupSlaPoliciesPage',
  ),
  validateSearch: parseListSearch,
})

const newGroupSlaPolicy = createRoute({
  getParentRoute: () => admin,
  path: paths.new_group_sla_policy,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/group_sla_policies/AddGroupSlaPolicyPage.tsx'),
    'AddGroupSlaPolicyPage',
  ),
  validateSearch: parsePolicyCopySearch,
})

const groupSlaPolicy = createRoute({
  getParentRoute: () => admin,
  path: paths.group_sla_policy,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/group_sla_policies/GroupSlaPolicyPage.tsx'),
    'GroupSlaPolicyPage',
  ),
})

const schedules = createRoute({
  getParentRoute: () => admin,
  path: paths.schedules,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/schedules/SchedulesPage.tsx'), 'SchedulesPage'),
  validateSearch: parseListSearch,
})

const newSchedule = createRoute({
  getParentRoute: () => admin,
  path: paths.new_schedule,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/schedules/AddSchedulePage.tsx'), 'AddSchedulePage'),
})

const schedule = createRoute({
  getParentRoute: () => admin,
  path: paths.schedule,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/schedules/SchedulePage.tsx'), 'SchedulePage'),
})

/** The routes of service levels. */
export const serviceLevelRoutes = [
  slaPolicies,
  newSlaPolicy,
  slaPolicy,
  groupSlaPolicies,
  newGroupSlaPolicy,
  groupSlaPolicy,
  schedules,
  newSchedule,
  schedule,
] as const
