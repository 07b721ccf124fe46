import type { ReactNode } from 'react'
import { Box } from './Box.tsx'
import { Button } from './Button.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import styles from './RowList.module.css'
import { useRowFocus } from './use_row_focus.ts'

/** What a row does to its entry. */
interface RowActs<Entry> {
  onChange: (entry: Entry) => void
  onRemove: () => void
}

interface RowListProps<Entry> {
  legend: string
  hint: ReactNode
  addLabel: string
  /** No more rows than this can be added. */
  most?: number
  entries: readonly Entry[]
  /** Why the server refused the list as a whole. */
  problem?: string | undefined
  /** Makes the entry of a new row. */
  empty: () => Entry
  onChange: (entries: readonly Entry[]) => void
  render: (entry: Entry, index: number, row: RowActs<Entry>) => ReactNode
}

/**
 * A list of rows of fields that grows and shrinks, such as conditions, in one box. A new row gets the focus; after a removal the next row or
 * the button gets it.
 */
export function RowList<Entry extends { readonly key: number }>(props: RowListProps<Entry>) {
  const { legend, hint, addLabel, most = Infinity, entries, problem, empty, onChange, render } = props
  const { rows, add, focusAt } = useRowFocus(entries.length)
  const remove = (entry: Entry, index: number) => {
    focusAt(index)
    onChange(entries.filter((one) => one !== entry))
  }
  const put = (entry: Entry) => onChange(entries.map((one) => (one.key === entry.key ? entry : one)))
  return (
    <FieldGroup legend={legend} hint={hint}>
      {problem !== undefined && (
        <div role="alert" className={styles.problem}>
          {problem}
        </div>
      )}
      <Box className={styles.box}>
        {entries.length > 0 && (
          <div ref={rows} className={styles.rows}>
            {entries.map((entry, index) => (
              <div key={entry.key} data-row>
                {render(entry, index, { onChange: put, onRemove: () => remove(entry, index) })}
              </div>
            ))}
          </div>
        )}
        <Button
          ref={add}
          kind="quiet"
          size="small"
          icon="plus"
          isDisabled={entries.length >= most}
          onClick={() => {
            focusAt(entries.length)
            onChange([...entries, empty()])
          }}
        >
          {addLabel}
        </Button>
      </Box>
    </FieldGroup>
  )
}
