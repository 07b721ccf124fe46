import { makeElement } from './element.ts'
import styles from './FilterChip.module.css'
import { Icon } from './Icon.tsx'

/** The filters of a list that are on, a chip in each item. */
export const FilterChips = makeElement('ul', styles.list)

interface FilterChipProps {
  /** The filter and its value: "Address: 192.0.2.1". */
  text: string
  /** The accessible name: also what is shown without the filter. */
  label: string
  onRemove: () => void
}

/** A filter that is on; a click removes it. */
export function FilterChip({ text, label, onRemove }: FilterChipProps) {
  return (
    <button type="button" className={styles.chip} aria-label={label} onClick={onRemove}>
      <span>{text}</span>
      <Icon name="cross" width={12} height={12} />
    </button>
  )
}
