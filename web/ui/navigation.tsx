import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { focusRingOnDark } from './css.ts'
import { EmailAddress } from './EmailAddress.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { chrome, marigold } from './palette.ts'

/** The main navigation; entries are `NavGroup`s and list items that contain a `NavAnchor`. */
export function Navigation({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Frame aria-label={label}>
      <ul>{children}</ul>
    </Frame>
  )
}

interface NavGroupProps {
  title: string
  icon?: IconName
  /** The group contains the current page, and so is open by default. */
  holdsCurrent: boolean
  children: ReactNode
}

/** A heading in the navigation that expands and collapses the entries below it. */
export function NavGroup({ title, icon, holdsCurrent, children }: NavGroupProps) {
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  const isOpen = chosen ?? holdsCurrent
  return (
    <li>
      <Heading type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setChosen(!isOpen)} $isTop={icon !== undefined}>
        {icon && <Icon name={icon} />}
        <span>{title}</span>
        <Chevron name="chevron-right" $isOpen={isOpen} />
      </Heading>
      <Below id={id} hidden={!isOpen} $isTop={icon !== undefined}>
        {children}
      </Below>
    </li>
  )
}

const entry = css`
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  min-height: 36px;
  padding: 6px 12px;
  border: 0;
  border-radius: 7px;
  background: transparent;
  color: ${chrome[200]};
  text-align: left;
  text-decoration: none;
  cursor: pointer;
  &:hover {
    background: ${chrome[900]};
    color: ${chrome.white};
  }
  &:focus-visible {
    ${focusRingOnDark}
  }
`

const Frame = styled.nav`
  padding: 4px 12px 16px;
  li {
    margin-top: 2px;
  }
`

/** A link to a page; `aria-current="page"` marks the current one. */
export const NavAnchor = styled.a`
  ${entry}
  &[aria-current='page'] {
    background: ${chrome[800]};
    color: ${chrome.white};
    font-weight: 600;
    box-shadow: inset 3px 0 0 ${marigold};
  }
`

const Heading = styled.button<{ $isTop: boolean }>`
  ${entry}
  > span {
    flex: 1;
  }
  ${({ $isTop }) =>
    !$isTop &&
    css`
      color: ${chrome[300]};
    `}
`

const Chevron = styled(Icon)<{ $isOpen: boolean }>`
  width: 12px;
  height: 12px;
  opacity: 0.8;
  transition: transform 0.15s ease;
  transform: rotate(${({ $isOpen }) => ($isOpen ? '90deg' : '0deg')});
`

const Below = styled.ul<{ $isTop: boolean }>`
  padding-left: ${({ $isTop }) => ($isTop ? '28px' : '12px')};
`

/** The bottom of the navigation: the signed-in user and the sign-out button. */
export function Account({ name, email, children }: { name: string; email: string | null; children: ReactNode }) {
  return (
    <AccountFrame>
      <strong>{name}</strong>
      <small>
        <EmailAddress text={email} />
      </small>
      {children}
    </AccountFrame>
  )
}

const AccountFrame = styled.div`
  display: grid;
  gap: 2px;
  padding: 16px 12px;
  margin: 0 12px;
  border-top: 1px solid ${chrome[900]};
  overflow-wrap: anywhere;
  strong {
    color: ${chrome.white};
    font-weight: 600;
  }
  small {
    font-size: 13px;
    color: ${chrome[300]};
  }
`

/** A button that looks like an entry of the navigation. */
export const NavButton = styled.button`
  ${entry}
  width: auto;
  margin: 8px -12px 0;
`

/** A link that looks like an entry of the navigation, above such a button. */
export const AccountAnchor = styled.a`
  ${entry}
  width: auto;
  margin: 8px -12px -6px;
`
