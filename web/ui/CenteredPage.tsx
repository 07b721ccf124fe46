import type { ReactNode } from 'react'
import styled from 'styled-components'
import { keepsWidth } from './css.ts'
import { Logo } from './Logo.tsx'
import { useDocumentTitle } from './Page.tsx'
import { chrome, palette, shadow, sheet } from './palette.ts'
import { narrow } from './theme.tsx'

/** A page outside the dashboard, such as the sign-in page and its errors. */
export function CenteredPage({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <Ground>
      <Brand>
        <Logo />
      </Brand>
      <Sheet>
        <h1 tabIndex={-1}>{title}</h1>
        {intro && <p>{intro}</p>}
        {children}
      </Sheet>
    </Ground>
  )
}

const Ground = styled.div`
  ${keepsWidth}
  display: flex;
  flex-direction: column;
  align-items: center;
  min-height: 100vh;
  padding: 12vh 16px 48px;
  background: linear-gradient(${chrome[1000]} 0 320px, ${palette.sand[100]} 320px);
  ${narrow} {
    padding-top: 56px;
  }
`

const Brand = styled.header`
  margin-bottom: 24px;
  color: ${chrome.white};
  transform: scale(1.2);
`

const Sheet = styled.main`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow-wrap: anywhere;
  gap: 20px;
  width: 100%;
  max-width: 420px;
  padding: 32px;
  border: 1px solid ${palette.sand[300]};
  border-radius: 14px;
  background: ${sheet};
  box-shadow: ${shadow.large};
  h1 {
    font-size: 24px;
    line-height: 32px;
    font-weight: 650;
    letter-spacing: -0.01em;
    color: ${palette.ink[1000]};
    outline: none;
  }
  h1 + p {
    margin-top: -12px;
    color: ${palette.sand[800]};
  }
  ${narrow} {
    padding: 24px 20px;
  }
`
