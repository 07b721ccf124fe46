// The form of one view, new or saved: loads what it needs, and saves it.
// Does not belong here: the form itself (ViewForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { View } from '../queries/rule_records.ts'
import { type ViewDefinitions, viewDefinitionsQuery, viewQuery } from '../queries/views.ts'
import { Loaded } from '#features/common/public.ts'
import { useEditor } from '../rules/use_editor.ts'
import { copyOf, draftOf } from './view_draft.ts'
import { ViewForm } from './ViewForm.tsx'

interface ViewEditorProps {
  /** The view to edit, or to copy; undefined for a new one. */
  id: number | undefined
  isCopy?: boolean
}

/** The form of a saved view, of a copy, or of a new one. */
export function ViewEditor({ id, isCopy = false }: ViewEditorProps) {
  const view = useQuery({ ...viewQuery(id ?? 0), enabled: id !== undefined })
  const definitions = useQuery(viewDefinitionsQuery)
  const isLoaded = definitions.data !== undefined && (id === undefined || view.data !== undefined)
  const data = isLoaded ? { view: view.data, definitions: definitions.data } : undefined
  const refetch = () => [view, definitions].filter(({ error }) => error !== null).forEach((query) => void query.refetch())
  const name = `views:${isCopy ? 'copy of ' : ''}${id ?? 'new'}`
  return (
    <Loaded
      query={{ data, error: view.error ?? definitions.error, refetch }}
      noun="view"
      hint="It may have been deleted, or be for another person alone. The audit log says so."
      rows={8}
    >
      {(parts) => <LoadedEditor key={name} name={name} isCopy={isCopy} {...parts} />}
    </Loaded>
  )
}

interface LoadedEditorProps {
  name: string
  isCopy: boolean
  view: View | undefined
  definitions: ViewDefinitions
}

function LoadedEditor({ name, isCopy, view, definitions }: LoadedEditorProps) {
  const [initial] = useState(() => (isCopy && view !== undefined ? copyOf(view) : draftOf(view)))
  const saved = isCopy ? undefined : view
  return (
    <ViewForm name={name} initial={initial} raw_title={saved?.raw_title} definitions={definitions} {...useEditor('views', saved?.id)} />
  )
}
