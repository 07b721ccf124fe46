// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { root } from '#features/frame/public.ts'
import { readMe } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { getSentQuery, reloadForQuery, requestAddress } from './request_address.ts'

const consent = createRoute({
  getParentRoute: () => root,
  path: paths.oauth_authorization,
  component: lazyRouteComponent(() => import('./ConsentPage.tsx'), 'ConsentPage'),
  beforeLoad: async ({ context }) => {
    const me = await readMe(context.queryClient)
    if (me.id === null) throw redirect({ to: paths.sign_in, search: { return_to: requestAddress() }, replace: true })
    if (me.second_factor_required === true) throw redirect({ to: paths.enrol, search: { return_to: requestAddress() }, replace: true })
    if (getSentQuery() === undefined) await reloadForQuery()
  },
})

/** The routes of this subject, without a frame. */
export const consentRoutes = [consent] as const
