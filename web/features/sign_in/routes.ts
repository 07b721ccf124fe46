// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { root } from '#features/frame/public.ts'
import { readMe } from '#features/session/public.ts'
import { paths, safeReturnPath } from '#lib/paths.ts'
import { SignInPage } from './SignInPage.tsx'

const start = createRoute({
  getParentRoute: () => root,
  path: paths.root,
  beforeLoad: async ({ context: { queryClient } }) => {
    const me = await readMe(queryClient)
    if (me.id === null) throw redirect({ to: paths.sign_in, replace: true })
    if (me.second_factor_required === true) throw redirect({ to: paths.enrol, replace: true })
    if (me.role === 'admin') throw redirect({ to: paths.admin, replace: true })
    throw redirect({ to: me.role === 'end-user' ? paths.account : paths.access_requests, replace: true })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.sign_in,
  component: SignInPage,
  validateSearch: ({ return_to, refused }): { return_to?: string; refused?: string } => ({
    ...(typeof return_to === 'string' ? { return_to } : {}),
    ...(typeof refused === 'string' ? { refused } : {}),
  }),
  beforeLoad: async ({ context, search }) => {
    const me = await readMe(context.queryClient)
    const href = safeReturnPath(search.return_to)
    if (me.id !== null) throw redirect({ href, replace: true, reloadDocument: href.startsWith(paths.oauth_authorization) })
  },
})

const verifyAddress = createRoute({
  getParentRoute: () => root,
  path: paths.verify_address,
  component: lazyRouteComponent(() => import('./VerifyAddressPage.tsx'), 'VerifyAddressPage'),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: paths.set_password,
  component: lazyRouteComponent(() => import('./SetPasswordPage.tsx'), 'SetPasswordPage'),
})

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: paths.forgotten_password,
  component: lazyRouteComponent(() => import('./ForgottenPasswordPage.tsx'), 'ForgottenPasswordPage'),
})

/** The routes of this subject, without a frame. */
export const signInRoutes = [start, signIn, verifyAddress, setPassword, forgottenPassword] as const
