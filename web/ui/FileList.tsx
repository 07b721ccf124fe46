import { type ReactNode, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { IconButton } from './Button.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { palette, sheet } from './palette.ts'
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
        <List aria-label={legend}>
          {files.map((file, index) => (
            <li key={file.id}>
              <span>
                {file.filename} <Subtle>{formatSize(file.size)}</Subtle>
              </span>
              <IconButton label={`Remove ${file.filename}`} icon="cross" onClick={() => remove(file, index)} />
            </li>
          ))}
        </List>
      )}
      <Below>{children}</Below>
    </FieldGroup>
  )
}

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 12px;
    padding: 8px 12px;
    border: 1px solid ${palette.sand[300]};
    border-radius: 7px;
    background: ${sheet};
  }
  li > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

const Below = styled.div`
  display: grid;
  gap: 12px;
  justify-items: start;
`
