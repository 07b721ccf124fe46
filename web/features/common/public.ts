// What other features and the apps may use of common.

export { CardForm } from './CardForm.tsx'
export { ConfirmedAct } from './ConfirmedAct.tsx'
export { FormError } from './FormError.tsx'
export { LeaveGuard } from './LeaveGuard.tsx'
export { confirmLeaving } from './leaving.ts'
export { Loaded } from './Loaded.tsx'
export { LoadedCard } from './LoadedCard.tsx'
export { announceSessionEnd, useSavedDraft } from './saved_draft.ts'
export { reportError } from './report_error.ts'
