import { type ReactNode, useEffect, useRef } from 'react'
import { joinClasses } from './element.ts'
import styles from './Page.module.css'
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
  /** A list is what the page is for: it reaches from edge to edge. */
  isList?: boolean
  children?: ReactNode
}

/** A page: its title in the window and on the page, its breadcrumbs, its action and its content. */
export function Page({ title, intro, trail, action, isNarrow = false, isList = false, children }: PageProps) {
  const column = useRef<HTMLDivElement>(null)
  useDocumentTitle(title)
  usePreservedFocus(column)
  return (
    <div ref={column} className={joinClasses(styles.column, isNarrow && styles.narrow, isList && styles.list)}>
      {trail}
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {action && <div className={styles.action}>{action}</div>}
        {intro && <p>{intro}</p>}
      </div>
      {children}
    </div>
  )
}

/** Sets the title of the window. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Deskhand`
  }, [title])
}
