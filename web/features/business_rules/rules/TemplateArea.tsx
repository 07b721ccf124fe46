import { useRef } from 'react'
import { CompactArea, CompactSelect } from '#kit/compact_fields.tsx'
import { placeholders } from './placeholders.ts'
import styles from './TemplateArea.module.css'

interface TemplateAreaProps {
  label: string
  value: string
  isMono?: boolean
  isInvalid?: boolean
  onChange: (value: string) => void
}

const groups = placeholders.map((group) => ({
  title: group.title,
  options: group.placeholders.map(({ name, label }) => ({ value: name, label: `${label}: {{${name}}}` })),
}))

/** A text of several lines with placeholders, which can be chosen from a list. One is put where the cursor is. */
export function TemplateArea({ label, value, isMono = false, isInvalid = false, onChange }: TemplateAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const element = area.current
    if (name === '' || element === null) return
    element.focus()
    element.setRangeText(`{{${name}}}`, element.selectionStart, element.selectionEnd, 'end')
    onChange(element.value)
  }
  return (
    <div>
      <CompactArea ref={area} label={label} value={value} isMono={isMono} isInvalid={isInvalid} onChange={onChange} />
      <div className={styles.insert}>
        <CompactSelect
          label={`Insert a placeholder into the ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
          groups={[{ options: [{ value: '', label: 'Insert a placeholder' }] }, ...groups]}
          value=""
          onChange={insert}
        />
      </div>
    </div>
  )
}
