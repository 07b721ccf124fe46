// The workspace of agents, at the addresses below /agent.

import { startApp } from '#apps/start.tsx'
import { routeTree } from './route_tree.ts'

startApp(routeTree)
