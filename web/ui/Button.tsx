import { Button as GardenButton, IconButton as GardenIconButton } from '@zendeskgarden/react-buttons'
import type { ReactNode, Ref } from 'react'
import styled from 'styled-components'
import { focusRing } from './css.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { palette, sheet } from './palette.ts'

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
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** A button with a text, and possibly an icon before it. */
export function Button({ children, kind = 'plain', type = 'button', size = 'medium', icon, isBusy = false, ...rest }: ButtonProps) {
  const { isDisabled = false, isStretched = false, onClick, ref } = rest
  return (
    <GardenButton
      ref={ref}
      type={type}
      size={size}
      isPrimary={kind === 'primary' || kind === 'danger'}
      isDanger={kind === 'danger'}
      isBasic={kind === 'quiet'}
      isNeutral={kind === 'plain'}
      isStretched={isStretched}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.()
      }}
    >
      {icon && (
        <GardenButton.StartIcon>
          <Icon name={icon} />
        </GardenButton.StartIcon>
      )}
      {children}
    </GardenButton>
  )
}

/** A button with an icon only; `label` is its accessible name. When disabled it stays focusable, so that the focus is not lost. */
export function IconButton({ label, icon, ...rest }: { label: string; icon: IconName; onClick: () => void; isDisabled?: boolean }) {
  const { onClick, isDisabled = false } = rest
  const act = isDisabled ? () => undefined : onClick
  return (
    <GardenIconButton type="button" size="small" aria-label={label} title={label} aria-disabled={isDisabled} onClick={act}>
      <Icon name={icon} />
    </GardenIconButton>
  )
}

/** A link out of the dashboard that looks like a button; the browser loads it as a page. */
export const ButtonLink = styled.a`
  display: block;
  padding: 9px 16px;
  border: 1px solid ${palette.sand[500]};
  border-radius: 7px;
  background: ${sheet};
  color: ${palette.sand[1000]};
  text-align: center;
  text-decoration: none;
  overflow-wrap: anywhere;
  &:hover {
    background: ${palette.sand[100]};
  }
  &:focus-visible {
    ${focusRing}
  }
`
