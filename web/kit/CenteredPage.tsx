import type { ReactNode } from 'react'
import styles from './CenteredPage.module.css'
import { Logo } from './Logo.tsx'
import { useDocumentTitle } from './Page.tsx'

/** A page outside the dashboard, such as the sign-in page and its errors. */
export function CenteredPage({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className={styles.frame}>
      <header>
        <Logo />
      </header>
      <main className={styles.sheet}>
        <h1 tabIndex={-1}>{title}</h1>
        {intro && <p>{intro}</p>}
        {children}
      </main>
    </div>
  )
}
