import type { ReactNode, Ref } from 'react'
import styles from './FieldGroup.module.css'

interface FieldGroupProps {
  legend: string
  hint: ReactNode
  children: ReactNode
  ref?: Ref<HTMLFieldSetElement>
}

/** Fields that belong together, under a title and a sentence about them. */
export function FieldGroup({ legend, hint, children, ref }: FieldGroupProps) {
  return (
    <fieldset ref={ref} className={styles.group}>
      <legend>{legend}</legend>
      <p>{hint}</p>
      {children}
    </fieldset>
  )
}
