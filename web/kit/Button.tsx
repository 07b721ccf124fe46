import type { ReactNode, Ref } from 'react'
import styles from './Button.module.css'
import { joinClasses, makeElement } from './element.ts'
import { Icon, type IconName } from './Icon.tsx'

interface ButtonProps {
  children: ReactNode
  /** primary: the main action, one per page; danger: removes something; plain: everything else. */
  kind?: 'primary' | 'danger' | 'plain' | 'quiet'
  type?: 'button' | 'submit'
  size?: 'small' | 'medium'
  icon?: IconName
  /** A busy button keeps the focus but does nothing. */
  isBusy?: boolean
  isDisabled?: boolean
  isStretched?: boolean
  /** For a button that opens and closes something: whether it is open, and the id of that element. */
  isOpen?: boolean
  controls?: string
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** A button with a text, and possibly an icon before it. */
export function Button({ children, kind = 'plain', type = 'button', size = 'medium', icon, isBusy = false, ...rest }: ButtonProps) {
  const { isDisabled = false, isStretched = false, isOpen, controls, onClick, ref } = rest
  return (
    <button
      ref={ref}
      // oxlint-disable-next-line react/button-has-type -- one of the two it may have
      type={type}
      className={joinClasses(
        styles.button,
        kind !== 'plain' && styles[kind],
        size === 'small' && styles.small,
        isStretched && styles.stretched,
      )}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.()
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A button with an icon only; `label` is its accessible name. When disabled it stays focusable, so that the focus is not lost. */
export function IconButton({ label, icon, ...rest }: { label: string; icon: IconName; onClick: () => void; isDisabled?: boolean }) {
  const { onClick, isDisabled = false } = rest
  return (
    <button
      type="button"
      className={iconButtonClass}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

/** The class of a button with an icon only, for the parts of the kit that draw their own. */
export const iconButtonClass = joinClasses(styles.button, styles.icon)

/** A link that looks like a button; the browser loads its target as a page. */
export const ButtonLink = makeElement('a', styles.button)
