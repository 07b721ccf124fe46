import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { focusRing, focusRingOnDark, keepsWidth } from './css.ts'
import { Icon } from './Icon.tsx'
import { Logo } from './Logo.tsx'
import { chrome, palette, sheet } from './palette.ts'
import { folded, narrow } from './theme.tsx'

interface ShellProps {
  navigation: ReactNode
  /** The signed-in user, and the sign-out button. */
  account: ReactNode
  children: ReactNode
}

/** The frame of the dashboard: navigation at the side (collapsed in narrow windows), the page beside it. */
export function Shell({ navigation, account, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <Frame>
      <SkipLink href="#main">Skip to the content</SkipLink>
      <Side>
        <Top>
          <Logo />
          <Opener ref={opener} type="button" aria-expanded={isOpen} aria-controls="navigation" onClick={() => setOpen(!isOpen)}>
            <Icon name={isOpen ? 'cross' : 'menu'} />
            Menu
          </Opener>
        </Top>
        <Folding
          id="navigation"
          $isOpen={isOpen}
          onKeyDown={(event) => (event.key === 'Escape' && isOpen ? close() : undefined)}
          onClick={({ target }) => (target instanceof Element && target.closest('a') !== null ? setOpen(false) : undefined)}
        >
          {navigation}
          {account}
        </Folding>
      </Side>
      <Main id="main" tabIndex={-1}>
        {children}
      </Main>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: 264px minmax(0, 1fr);
  min-height: 100vh;
  ${folded} {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto 1fr;
  }
`

/** A link for keyboard users that skips the frame. */
export const SkipLink = styled.a`
  position: fixed;
  z-index: 10;
  top: 8px;
  left: 8px;
  padding: 8px 16px;
  border-radius: 7px;
  background: ${sheet};
  color: ${palette.indigo[800]};
  font-weight: 600;
  &:not(:focus) {
    transform: translateY(-200%);
  }
  &:focus {
    ${focusRing}
  }
`

const Side = styled.header`
  display: flex;
  flex-direction: column;
  position: sticky;
  top: 0;
  height: 100vh;
  background: ${chrome[1000]};
  color: ${chrome[200]};
  ${folded} {
    position: static;
    height: auto;
  }
`

const Top = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 20px 20px 16px;
  color: ${chrome.white};
  ${folded} {
    padding: 10px 40px;
  }
  ${narrow} {
    padding: 10px 16px;
  }
`

const Opener = styled.button`
  display: none;
  align-items: center;
  gap: 8px;
  min-height: 40px;
  padding: 0 12px;
  border: 1px solid ${chrome[700]};
  border-radius: 7px;
  background: transparent;
  color: inherit;
  cursor: pointer;
  &:focus-visible {
    ${focusRingOnDark}
  }
  ${folded} {
    display: inline-flex;
  }
`

const Folding = styled.div<{ $isOpen: boolean }>`
  display: flex;
  flex: 1;
  flex-direction: column;
  justify-content: space-between;
  min-height: 0;
  overflow-y: auto;
  ${folded} {
    display: ${({ $isOpen }) => ($isOpen ? 'flex' : 'none')};
  }
`

const Main = styled.main`
  ${keepsWidth}
  outline: none;
`
