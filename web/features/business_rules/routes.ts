// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseReportSearch } from './rule_report/findings.ts'
import { parseCopySearch, parseMacroSearch, parseRuleSearch } from './rules/search.ts'

const triggers = createRoute({
  getParentRoute: () => frame,
  path: paths.triggers,
  component: lazyRouteComponent(() => import('./triggers/TriggersPage.tsx'), 'TriggersPage'),
  validateSearch: parseRuleSearch,
})

const newTrigger = createRoute({
  getParentRoute: () => frame,
  path: paths.new_trigger,
  component: lazyRouteComponent(() => import('./triggers/AddTriggerPage.tsx'), 'AddTriggerPage'),
  validateSearch: parseCopySearch,
})

const trigger = createRoute({
  getParentRoute: () => frame,
  path: paths.trigger,
  component: lazyRouteComponent(() => import('./triggers/TriggerPage.tsx'), 'TriggerPage'),
})

const triggerRevisions = createRoute({
  getParentRoute: () => frame,
  path: paths.trigger_revisions,
  component: lazyRouteComponent(() => import('./triggers/TriggerRevisionsPage.tsx'), 'TriggerRevisionsPage'),
})

const triggerCategories = createRoute({
  getParentRoute: () => frame,
  path: paths.trigger_categories,
  component: lazyRouteComponent(() => import('./trigger_categories/TriggerCategoriesPage.tsx'), 'TriggerCategoriesPage'),
})

const automations = createRoute({
  getParentRoute: () => frame,
  path: paths.automations,
  component: lazyRouteComponent(() => import('./automations/AutomationsPage.tsx'), 'AutomationsPage'),
  validateSearch: parseRuleSearch,
})

const newAutomation = createRoute({
  getParentRoute: () => frame,
  path: paths.new_automation,
  component: lazyRouteComponent(() => import('./automations/AddAutomationPage.tsx'), 'AddAutomationPage'),
  validateSearch: parseCopySearch,
})

const automation = createRoute({
  getParentRoute: () => frame,
  path: paths.automation,
  component: lazyRouteComponent(() => import('./automations/AutomationPage.tsx'), 'AutomationPage'),
})

const macros = createRoute({
  getParentRoute: () => frame,
  path: paths.macros,
  component: lazyRouteComponent(() => import('./macros/MacrosPage.tsx'), 'MacrosPage'),
  validateSearch: parseMacroSearch,
})

const newMacro = createRoute({
  getParentRoute: () => frame,
  path: paths.new_macro,
  component: lazyRouteComponent(() => import('./macros/AddMacroPage.tsx'), 'AddMacroPage'),
  validateSearch: parseCopySearch,
})

const macro = createRoute({
  getParentRoute: () => frame,
  path: paths.macro,
  component: lazyRouteComponent(() => import('./macros/MacroPage.tsx'), 'MacroPage'),
})

const views = createRoute({
  getParentRoute: () => frame,
  path: paths.views,
  component: lazyRouteComponent(() => import('./views/ViewsPage.tsx'), 'ViewsPage'),
  validateSearch: parseRuleSearch,
})

const newView = createRoute({
  getParentRoute: () => frame,
  path: paths.new_view,
  component: lazyRouteComponent(() => import('./views/AddViewPage.tsx'), 'AddViewPage'),
  validateSearch: parseCopySearch,
})

const view = createRoute({
  getParentRoute: () => frame,
  path: paths.view,
  component: lazyRouteComponent(() => import('./views/ViewPage.tsx'), 'ViewPage'),
})

const ruleReport = createRoute({
  getParentRoute: () => frame,
  path: paths.rule_report,
  component: lazyRouteComponent(() => import('./rule_report/RuleReportPage.tsx'), 'RuleReportPage'),
  validateSearch: parseReportSearch,
})

/** The routes of this subject. */
export const businessRuleRoutes = [
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
] as const
