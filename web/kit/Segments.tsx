import styles from './Segments.module.css'

interface SegmentsProps<Value extends string> {
  label: string
  segments: readonly { value: Value; label: string; count?: number | undefined }[]
  value: Value
  onChange: (value: Value) => void
}

/** Selects one of a few views of the same list. */
export function Segments<Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) {
  return (
    <div className={styles.group} role="group" aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          className={styles.segment}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.label} {segment.count !== undefined && <span className={styles.count}>{segment.count}</span>}
        </button>
      ))}
    </div>
  )
}
