// The dashboard, at every address but those below /agent and the API reference.

import { startApp } from '#apps/start.tsx'
import { requestAddress } from '#features/oauth_consent/public.ts'
import { watchForLink } from '#features/shared_secrets/public.ts'
import { paths } from '#lib/paths.ts'
import { routeTree } from './route_tree.ts'

watchForLink() // before the router reads the URL
startApp(routeTree, ({ pathname, href }) => (pathname === paths.oauth_authorization ? requestAddress() : href))
