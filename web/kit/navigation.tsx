import type { ReactNode } from 'react'
import { EmailAddress } from './EmailAddress.tsx'
import { makeElement } from './element.ts'
import styles from './navigation.module.css'

/** A link to a section or a page; `aria-current="page"` marks the current one. Its parts are an `Icon`, if it has one, and a `span`. */
export const NavAnchor = makeElement('a', styles.entry)

/** The pages of a part of a section, under its title. */
export function NavGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

/** The bottom of the frame: the signed-in user, and below it the way out. */
export function Account({ name, email, children }: { name: string; email: string | null; children: ReactNode }) {
  return (
    <div className={styles.account}>
      <div className={styles.person}>
        <strong>{name}</strong>
        <small>
          <EmailAddress text={email} />
        </small>
      </div>
      {children}
    </div>
  )
}

/** A button that looks like an entry of the navigation. */
export const NavButton = makeElement('button', styles.entry, { type: 'button' })
