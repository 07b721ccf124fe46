// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { frame, root } from '#features/frame/public.ts'
import { readMe } from '#features/session/public.ts'
import { paths, safeReturnPath } from '#lib/paths.ts'

const enrol = createRoute({
  getParentRoute: () => root,
  path: paths.enrol,
  component: lazyRouteComponent(() => import('./EnrolPage.tsx'), 'EnrolPage'),
  validateSearch: ({ return_to }): { return_to?: string } => (typeof return_to === 'string' ? { return_to } : {}),
  beforeLoad: async ({ context, search }) => {
    const me = await readMe(context.queryClient)
    if (me.id === null) throw redirect({ to: paths.sign_in, replace: true })
    if (me.second_factor_required !== true) throw redirect({ href: safeReturnPath(search.return_to), replace: true })
  },
})

const account = createRoute({
  getParentRoute: () => frame,
  path: paths.account,
  component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
})

/** The routes of this subject. */
export const accountRoutes = [account] as const

/** The routes of this subject, without a frame. */
export const enrolRoutes = [enrol] as const
