// What other features and the apps may use of frame.

export { FailedPage } from './FailedPage.tsx'
export { frame, makeDocumentRoute, root } from './layouts.ts'
export { MenuTrail } from './MenuTrail.tsx'
export type { Simulation } from './simulation.ts'
export { useLeave } from './use_leave.ts'
