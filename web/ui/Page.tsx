import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { palette } from './palette.ts'
import { narrow } from './theme.tsx'
import { usePreservedFocus } from './use_preserved_focus.ts'

interface PageProps {
  title: string
  /** The purpose of the page, in a sentence or two. */
  intro?: ReactNode
  /** The breadcrumbs, above the title. */
  trail?: ReactNode
  /** The main action of the page, at the top right. */
  action?: ReactNode
  isNarrow?: boolean
  children?: ReactNode
}

/** A page: its title in the window and on the page, its breadcrumbs, its action and its content. */
export function Page({ title, intro, trail, action, isNarrow = false, children }: PageProps) {
  const column = useRef<HTMLDivElement>(null)
  useDocumentTitle(title)
  usePreservedFocus(column)
  return (
    <Column ref={column} $isNarrow={isNarrow}>
      {trail}
      <Head>
        <h1 tabIndex={-1}>{title}</h1>
        {action && <Action>{action}</Action>}
        {intro && <Intro>{intro}</Intro>}
      </Head>
      {children}
    </Column>
  )
}

/** Sets the title of the window. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Deskhand`
  }, [title])
}

const Column = styled.div<{ $isNarrow: boolean }>`
  max-width: ${({ $isNarrow }) => ($isNarrow ? '720px' : '1120px')};
  margin: 0 auto;
  padding: 32px 40px 64px;
  ${narrow} {
    padding: 20px 16px 48px;
  }
`

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px 24px;
  align-items: center;
  margin-bottom: 24px;
  h1 {
    color: ${palette.ink[1000]};
    font-size: 26px;
    line-height: 32px;
    font-weight: 650;
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
    outline: none;
  }
  ${narrow} h1 {
    font-size: 23px;
    line-height: 28px;
  }
`

const Action = styled.div`
  ${narrow} {
    grid-row: 3;
    grid-column: 1 / -1;
    margin-top: 8px;
    > * {
      width: 100%;
    }
    > div > * {
      flex: 1;
    }
  }
`

const Intro = styled.p`
  grid-column: 1 / -1;
  max-width: 68ch;
  color: ${palette.sand[800]};
  overflow-wrap: anywhere;
`
