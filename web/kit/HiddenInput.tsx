import { type ComponentProps, useState } from 'react'
import control from './control.module.css'
import { joinClasses } from './element.ts'
import styles from './HiddenInput.module.css'

/** An input that masks its characters until the user reveals them. */
export function HiddenInput(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [isVisible, setVisible] = useState(false)
  return (
    <div className={styles.frame}>
      <input
        {...input}
        className={joinClasses(control.control, styles.input)}
        type={isVisible ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={isVisible ? 'Hide what is typed' : 'Show what is typed'}
        onClick={() => setVisible(!isVisible)}
      >
        {isVisible ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
