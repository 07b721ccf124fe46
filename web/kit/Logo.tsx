import address from '../logo.svg'
import styles from './Logo.module.css'

/** The logo and the name of the product. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <img src={address} alt="" width="22" height="22" />
      <span>Deskhand</span>
    </span>
  )
}
