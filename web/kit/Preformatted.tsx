import styles from './Preformatted.module.css'

/** Preformatted text such as JSON or a command; a long text scrolls within its box, also by keyboard. */
export function Preformatted({ label, children }: { label: string; children: string }) {
  return (
    <pre className={styles.sheet} tabIndex={0} role="region" aria-label={label}>
      {children}
    </pre>
  )
}
