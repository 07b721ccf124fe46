import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Logo } from './Logo.tsx'
import styles from './Shell.module.css'

interface ShellProps {
  /** The sections: list items that contain a `NavAnchor`, at most five. */
  sections: ReactNode
  /** The signed-in user, and the way out. */
  account: ReactNode
  /** The pages of the current section, next to the page: `NavGroup`s under an accessible name. */
  places?: PlacesProps | undefined
  children: ReactNode
}

/**
 * The frame of every page: the sections at the side, and one sheet that holds the work, with the pages of the section next to it if there are many. In
 * narrow windows the sections are icons, on a phone a bar at the bottom, and the pages of the section open from a button.
 */
export function Shell({ sections, account, places, children }: ShellProps) {
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.side}>
        <div className={styles.brand}>
          <Logo />
        </div>
        <nav aria-label="Sections" className={styles.sections}>
          <ul>{sections}</ul>
        </nav>
        {account}
      </header>
      <div className={styles.sheet}>
        {places && <Places {...places} />}
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
    </div>
  )
}

interface PlacesProps {
  label: string
  children: ReactNode
}

/** The pages of a section; below a button where the window is too narrow for both. */
function Places({ label, children }: PlacesProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div className={styles.places} data-open={isOpen || undefined}>
      <div className={styles.opener}>
        <Button ref={opener} kind="quiet" icon={isOpen ? 'cross' : 'menu'} isOpen={isOpen} controls={id} onClick={() => setOpen(!isOpen)}>
          Menu
        </Button>
      </div>
      <nav
        id={id}
        aria-label={label}
        className={styles.column}
        onKeyDown={(event) => (event.key === 'Escape' && isOpen ? close() : undefined)}
        onClick={({ target }) => (target instanceof Element && target.closest('a') !== null ? setOpen(false) : undefined)}
      >
        {children}
      </nav>
    </div>
  )
}
