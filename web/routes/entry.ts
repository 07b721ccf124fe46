// The pages without a frame: start, sign-in, OAuth consent, enrolment and the targets of mailed links.
// Does not belong here: access to the frames (frames.ts).

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { SignInPage } from '../sign_in/SignInPage.tsx'
import { reloadForQuery, requestAddress, getSentQuery } from '../oauth/request_address.ts'
import { readMe } from '../api/session.ts'
import { paths, safeReturnPath } from '../paths.ts'
import { root } from './frames.ts'

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

const consent = createRoute({
  getParentRoute: () => root,
  path: paths.oauth_authorization,
  component: lazyRouteComponent(() => import('../oauth/ConsentPage.tsx'), 'ConsentPage'),
  beforeLoad: async ({ context }) => {
    const me = await readMe(context.queryClient)
    if (me.id === null) throw redirect({ to: paths.sign_in, search: { return_to: requestAddress() }, replace: true })
    if (me.second_factor_required === true) throw redirect({ to: paths.enrol, search: { return_to: requestAddress() }, replace: true })
    if (getSentQuery() === undefined) await reloadForQuery()
  },
})

const enrol = createRoute({
  getParentRoute: () => root,
  path: paths.enrol,
  component: lazyRouteComponent(() => import('../account/EnrolPage.tsx'), 'EnrolPage'),
  validateSearch: ({ return_to }): { return_to?: string } => (typeof return_to === 'string' ? { return_to } : {}),
  beforeLoad: async ({ context, search }) => {
    const me = await readMe(context.queryClient)
    if (me.id === null) throw redirect({ to: paths.sign_in, replace: true })
    if (me.second_factor_required !== true) throw redirect({ href: safeReturnPath(search.return_to), replace: true })
  },
})

const verifyAddress = createRoute({
  getParentRoute: () => root,
  path: paths.verify_address,
  component: lazyRouteComponent(() => import('../sign_in/VerifyAddressPage.tsx'), 'VerifyAddressPage'),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: paths.set_password,
  component: lazyRouteComponent(() => import('../sign_in/SetPasswordPage.tsx'), 'SetPasswordPage'),
})

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: paths.forgotten_password,
  component: lazyRouteComponent(() => import('../sign_in/ForgottenPasswordPage.tsx'), 'ForgottenPasswordPage'),
})

/** The routes without a frame. */
export const entryRoutes = [start, signIn, consent, enrol, verifyAddress, setPassword, forgottenPassword] as const
