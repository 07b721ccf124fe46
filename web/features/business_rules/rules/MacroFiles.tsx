// The files that a macro adds to a ticket: uploaded when they are chosen, and the macro's once it is saved.

import { describeError } from '#contract/errors.ts'
import { useUploadMacroFile } from '../queries/macros.ts'
import { FileButton } from '#kit/FileButton.tsx'
import { FileList } from '#kit/FileList.tsx'
import { Notice } from '#kit/Notice.tsx'
import type { DraftFile } from './rule_draft.ts'

interface MacroFilesProps {
  files: readonly DraftFile[]
  /** Called with a function from the files as they are then: others may be removed during an upload. */
  onChange: (change: (files: readonly DraftFile[]) => readonly DraftFile[]) => void
}

/** The most files of a macro. @source docs/reference/business_rules.md §5.4 */
const MAX_FILES = 5

/** The list of files, and a button that adds one. */
export function MacroFiles({ files, onChange }: MacroFilesProps) {
  const upload = useUploadMacroFile()
  const add = (file: File) =>
    upload.mutate(file, { onSuccess: ({ id, filename, size }) => onChange((now) => [...now, { id, filename, size }]) })
  return (
    <FileList
      legend="Files"
      hint={`They are added to the comment. At most ${MAX_FILES}.`}
      files={files}
      onRemove={({ id }) => onChange((now) => now.filter((one) => one.id !== id))}
    >
      {upload.error && (
        <Notice type="error" title="The file was not added">
          {describeError(upload.error)}
        </Notice>
      )}
      {/* it stays, because it has the focus when the last file was added */}
      <FileButton isBusy={upload.isPending || files.length >= MAX_FILES} onChoose={add}>
        Add file
      </FileButton>
    </FileList>
  )
}
