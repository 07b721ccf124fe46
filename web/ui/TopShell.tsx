import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { focusRingOnDark, keepsWidth } from './css.ts'
import { Logo } from './Logo.tsx'
import { SkipLink } from './Shell.tsx'
import { chrome, marigold } from './palette.ts'
import { narrow } from './theme.tsx'

interface TopShellProps {
  /** Links to the sections: list items that contain a `TopAnchor`. */
  sections: ReactNode
  /** The name of the signed-in user. */
  name: string
  /** The sign-out button: a `TopButton`. */
  signOutButton: ReactNode
  children: ReactNode
}

/** The page frame for users who are not administrators: the sections in a bar at the top, the page below it. */
export function TopShell({ sections, name, signOutButton, children }: TopShellProps) {
  return (
    <Frame>
      <SkipLink href="#main">Skip to the content</SkipLink>
      <Bar>
        <Logo />
        <nav aria-label="Sections">
          <ul>{sections}</ul>
        </nav>
        <Account>
          <span>{name}</span>
          {signOutButton}
        </Account>
      </Bar>
      <Main id="main" tabIndex={-1}>
        {children}
      </Main>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto 1fr;
  min-height: 100vh;
`

const Bar = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 24px;
  padding: 12px 40px;
  background: ${chrome[1000]};
  color: ${chrome.white};
  nav {
    flex: 1;
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  ${narrow} {
    padding: 10px 16px;
    justify-content: space-between;
    nav {
      order: 3;
      flex: 1 0 100%;
    }
    ul {
      margin-left: -12px;
    }
  }
`

const Account = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  > span {
    overflow: hidden;
    max-width: 24ch;
    color: ${chrome[200]};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  ${narrow} {
    /* the account page shows who is signed in */
    > span {
      display: none;
    }
  }
`

const entry = css`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 36px;
  padding: 6px 12px;
  border: 0;
  border-radius: 7px;
  background: transparent;
  color: ${chrome[200]};
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  &:hover {
    background: ${chrome[900]};
    color: ${chrome.white};
  }
  &:focus-visible {
    ${focusRingOnDark}
  }
`

/** A link to a section; `aria-current="page"` marks the current one. */
export const TopAnchor = styled.a`
  ${entry}
  &[aria-current='page'] {
    background: ${chrome[800]};
    color: ${chrome.white};
    font-weight: 600;
    box-shadow: inset 0 -3px 0 ${marigold};
  }
`

/** A button in the bar. */
export const TopButton = styled.button`
  ${entry}
`

const Main = styled.main`
  ${keepsWidth}
  outline: none;
`
