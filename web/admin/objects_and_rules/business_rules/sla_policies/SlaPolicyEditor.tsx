// The form of one SLA policy, new or saved: loads what it needs, and saves.
// Does not belong here: the form (SlaPolicyForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { slaDefinitionsQuery, slaPolicyQuery, useSaveSlaPolicy } from '../../../../api/sla_policies.ts'
import type { SlaDefinition, SlaPolicy } from '../../../../api/rule_types.ts'
import { Loaded } from '../../../../parts/Loaded.tsx'
import { paths } from '../../../../paths.ts'
import { useShowToast } from '../../../../ui/toasts.tsx'
import { copyOf, draftOf } from './policy_draft.ts'
import { SlaPolicyForm } from './SlaPolicyForm.tsx'

interface SlaPolicyEditorProps {
  /** The policy to edit, or to copy; undefined for a new one. */
  id: number | undefined
  isCopy?: boolean
}

/** The form of a saved policy, of a copy, or of a new one. */
export function SlaPolicyEditor({ id, isCopy = false }: SlaPolicyEditorProps) {
  const policy = useQuery({ ...slaPolicyQuery(id ?? 0), enabled: id !== undefined })
  const definitions = useQuery(slaDefinitionsQuery)
  const isLoaded = id === undefined || policy.data !== undefined
  const data = isLoaded && definitions.data !== undefined ? { policy: policy.data, definitions: definitions.data } : undefined
  const refetch = () => [policy, definitions].filter(({ error }) => error !== null).forEach((query) => void query.refetch())
  const name = `sla_policies:${isCopy ? 'copy of ' : ''}${id ?? 'new'}`
  return (
    <Loaded
      query={{ data, error: policy.error ?? definitions.error, refetch }}
      noun="SLA policy"
      hint="It may have been deleted. The audit log says so."
      rows={8}
    >
      {(parts) => <LoadedEditor key={name} name={name} isCopy={isCopy} {...parts} />}
    </Loaded>
  )
}

interface LoadedEditorProps {
  name: string
  isCopy: boolean
  policy: SlaPolicy | undefined
  definitions: readonly SlaDefinition[]
}

function LoadedEditor({ name, isCopy, policy, definitions }: LoadedEditorProps) {
  const [initial] = useState(() => (isCopy && policy !== undefined ? copyOf(policy) : draftOf(policy)))
  const id = isCopy ? undefined : policy?.id
  const save = useSaveSlaPolicy()
  const navigate = useNavigate()
  const showToast = useShowToast()
  return (
    <SlaPolicyForm
      name={name}
      initial={initial}
      isNew={id === undefined}
      definitions={definitions}
      error={save.error}
      isBusy={save.isPending}
      onSave={(input, onSaved) =>
        save.mutate(
          { ...input, id },
          {
            onSuccess: (saved) => {
              onSaved()
              showToast('success', 'SLA policy saved')
              if (id === undefined)
                void navigate({ to: paths.sla_policy, params: { id: String(saved.id) }, replace: true, ignoreBlocker: true })
            },
          },
        )
      }
      onCancel={() => void navigate({ to: paths.sla_policies })}
    />
  )
}
