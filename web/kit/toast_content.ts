/** What the user can do about a message. */
export interface ToastAction {
  label: string
  onSelect: () => void
  /** Called when the message is dismissed instead. */
  onDismiss?: () => void
}

/** One short message. */
export interface ToastContent {
  type: 'success' | 'info' | 'error'
  message: string
  action?: ToastAction | undefined
}
