// The sections of the dashboard. The routes of one are loaded when one of its paths is first opened, so that a new page does not make the
// first load larger. Does not belong here: the routes themselves (one file for each section), how they get into the router (router.tsx).

import type { AnyRoute } from '@tanstack/react-router'
import { sectionPaths } from '../paths.ts'
import type { accountRoutes } from './account.ts'
import type { accessRoutes } from './access.ts'
import type { adminRoutes } from './admin.ts'
import type { appRoutes } from './apps.ts'
import type { entryRoutes } from './entry.ts'
import { admin, people, type root } from './frames.ts'
import type { ruleRoutes } from './rules.ts'
import type { ticketRoutes } from './tickets.ts'

export interface Section {
  frame: typeof admin | typeof people
  /** All routes of the section are below one of them. */
  paths: readonly string[]
  load: () => Promise<readonly AnyRoute[]>
}

/** All sections; one whose paths are below another's comes first. */
export const sections: readonly Section[] = [
  { frame: people, paths: sectionPaths.account, load: async () => (await import('./account.ts')).accountRoutes },
  { frame: people, paths: sectionPaths.access, load: async () => (await import('./access.ts')).accessRoutes },
  { frame: people, paths: sectionPaths.tickets, load: async () => (await import('./tickets.ts')).ticketRoutes },
  { frame: admin, paths: sectionPaths.rules, load: async () => (await import('./rules.ts')).ruleRoutes },
  { frame: admin, paths: sectionPaths.apps, load: async () => (await import('./apps.ts')).appRoutes },
  { frame: admin, paths: sectionPaths.admin, load: async () => (await import('./admin.ts')).adminRoutes },
]

type PeopleRoutes = readonly [...typeof accountRoutes, ...typeof accessRoutes, ...typeof ticketRoutes]
type AdminRoutes = readonly [...typeof adminRoutes, ...typeof ruleRoutes, ...typeof appRoutes]
type Frames = readonly [ReturnType<typeof people.addChildren<PeopleRoutes>>, ReturnType<typeof admin.addChildren<AdminRoutes>>]

/** The tree of all routes, those that are not loaded yet too: links and parameters are checked against it. */
export type WholeTree = ReturnType<typeof root.addChildren<readonly [...typeof entryRoutes, ...Frames]>>
