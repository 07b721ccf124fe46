// The pages of objects and rules, in the frame of administrators: triggers, automations, macros, views and what they have in common.
// Does not belong here: the pages themselves, the menu (admin/menu.ts), the routes of service levels (service_levels.ts).

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseReportSearch } from '../admin/objects_and_rules/business_rules/rule_report/findings.ts'
import { paths } from '../paths.ts'
import { parseCopySearch, parseMacroSearch, parseRuleSearch } from '../rules/search.ts'
import { admin } from './frames.ts'
import { serviceLevelRoutes } from './service_levels.ts'

const triggers = createRoute({
  getParentRoute: () => admin,
  path: paths.triggers,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/triggers/TriggersPage.tsx'), 'TriggersPage'),
  validateSearch: parseRuleSearch,
})

const newTrigger = createRoute({
  getParentRoute: () => admin,
  path: paths.new_trigger,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/triggers/AddTriggerPage.tsx'), 'AddTriggerPage'),
  validateSearch: parseCopySearch,
})

const trigger = createRoute({
  getParentRoute: () => admin,
  path: paths.trigger,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/triggers/TriggerPage.tsx'), 'TriggerPage'),
})

const triggerRevisions = createRoute({
  getParentRoute: () => admin,
  path: paths.trigger_revisions,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/triggers/TriggerRevisionsPage.tsx'),
    'TriggerRevisionsPage',
  ),
})

const triggerCategories = createRoute({
  getParentRoute: () => admin,
  path: paths.trigger_categories,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/trigger_categories/TriggerCategoriesPage.tsx'),
    'TriggerCategoriesPage',
  ),
})

const automations = createRoute({
  getParentRoute: () => admin,
  path: paths.automations,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/automations/AutomationsPage.tsx'),
    'AutomationsPage',
  ),
  validateSearch: parseRuleSearch,
})

const newAutomation = createRoute({
  getParentRoute: () => admin,
  path: paths.new_automation,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/automations/AddAutomationPage.tsx'),
    'AddAutomationPage',
  ),
  validateSearch: parseCopySearch,
})

const automation = createRoute({
  getParentRoute: () => admin,
  path: paths.automation,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/automations/AutomationPage.tsx'), 'AutomationPage'),
})

const macros = createRoute({
  getParentRoute: () => admin,
  path: paths.macros,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/macros/MacrosPage.tsx'), 'MacrosPage'),
  validateSearch: parseMacroSearch,
})

const newMacro = createRoute({
  getParentRoute: () => admin,
  path: paths.new_macro,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/macros/AddMacroPage.tsx'), 'AddMacroPage'),
  validateSearch: parseCopySearch,
})

const macro = createRoute({
  getParentRoute: () => admin,
  path: paths.macro,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/macros/MacroPage.tsx'), 'MacroPage'),
})

const views = createRoute({
  getParentRoute: () => admin,
  path: paths.views,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/views/ViewsPage.tsx'), 'ViewsPage'),
  validateSearch: parseRuleSearch,
})

const newView = createRoute({
  getParentRoute: () => admin,
  path: paths.new_view,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/views/AddViewPage.tsx'), 'AddViewPage'),
  validateSearch: parseCopySearch,
})

const view = createRoute({
  getParentRoute: () => admin,
  path: paths.view,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/views/ViewPage.tsx'), 'ViewPage'),
})

const ruleReport = createRoute({
  getParentRoute: () => admin,
  path: paths.rule_report,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/rule_report/RuleReportPage.tsx'), 'RuleReportPage'),
  validateSearch: parseReportSearch,
})

/** The routes of objects and rules. */
export const ruleRoutes = [
  triggers,
  newTrigger,
  trigger,
  triggerRevisions,
  triggerCategories,
  automations,
  newAutomation,
  automation,
  macros,
  newMacro,
  macro,
  views,
  newView,
  view,
  ruleReport,
  ...serviceLevelRoutes,
] as const
