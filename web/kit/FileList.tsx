import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import styles from './FileList.module.css'
import { Subtle } from './text.tsx'
import { formatSize } from './numbers.ts'

interface ListedFile {
  id: number
  filename: string
  /** In bytes. */
  size: number
}

interface FileListProps<Entry extends ListedFile> {
  legend: string
  hint: ReactNode
  files: readonly Entry[]
  onRemove: (file: Entry) => void
  /** What is below the list, such as a button that adds a file. */
  children: ReactNode
}

/** The files of a form, each with a button that removes it. After a removal the next button has the focus. */
export function FileList<Entry extends ListedFile>({ legend, hint, files, onRemove, children }: FileListProps<Entry>) {
  const frame = useRef<HTMLFieldSetElement>(null)
  // the index of the file that was removed
  const removed = useRef<number>(undefined)
  useEffect(() => {
    if (removed.current === undefined) return
    const index = Math.min(removed.current, Math.max(0, files.length - 1))
    removed.current = undefined
    frame.current?.querySelectorAll('button')[index]?.focus()
  }, [files.length])
  const remove = (file: Entry, index: number) => {
    removed.current = index
    onRemove(file)
  }
  return (
    <FieldGroup ref={frame} legend={legend} hint={hint}>
      {files.length > 0 && (
        <ul className={styles.list} aria-label={legend}>
          {files.map((file, index) => (
            <li key={file.id}>
              <span>
                {file.filename} <Subtle>{formatSize(file.size)}</Subtle>
              </span>
              <IconButton label={`Remove ${file.filename}`} icon="cross" onClick={() => remove(file, index)} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.below}>{children}</div>
    </FieldGroup>
  )
}
