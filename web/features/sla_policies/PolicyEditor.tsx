// The form of one policy, new or saved: loads what it needs, and saves.
// Does not belong here: the form (PolicyForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Policy, type PolicyKind, policyQuery, type SlaDefinition, slaDefinitionsQuery, useSavePolicy } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { showToast } from '#kit/toasts.tsx'
import { policyKinds } from './kinds.ts'
import { copyOf, draftOf } from './policy_draft.ts'
import { PolicyForm } from './PolicyForm.tsx'

interface PolicyEditorProps {
  kind: PolicyKind
  /** The policy to edit, or to copy; undefined for a new one. */
  id: Policy['id'] | undefined
  isCopy?: boolean
}

/** The form of a saved policy, of a copy, or of a new one. */
export function PolicyEditor({ kind, id, isCopy = false }: PolicyEditorProps) {
  const policy = useQuery({ ...policyQuery(kind, id ?? 0), enabled: id !== undefined })
  const definitions = useQuery(slaDefinitionsQuery(kind))
  const isLoaded = id === undefined || policy.data !== undefined
  const data = isLoaded && definitions.data !== undefined ? { policy: policy.data, definitions: definitions.data } : undefined
  const refetch = () => [policy, definitions].filter(({ error }) => error !== null).forEach((query) => void query.refetch())
  const name = `${kind}:${isCopy ? 'copy of ' : ''}${id ?? 'new'}`
  return (
    <Loaded
      query={{ data, error: policy.error ?? definitions.error, refetch }}
      noun={policyKinds[kind].one}
      hint="It may have been deleted. The audit log says so."
      rows={8}
    >
      {(parts) => <LoadedEditor key={name} kind={kind} name={name} isCopy={isCopy} {...parts} />}
    </Loaded>
  )
}

interface LoadedEditorProps {
  kind: PolicyKind
  name: string
  isCopy: boolean
  policy: Policy | undefined
  definitions: readonly SlaDefinition[]
}

function LoadedEditor({ kind, name, isCopy, policy, definitions }: LoadedEditorProps) {
  const [initial] = useState(() => (isCopy && policy !== undefined ? copyOf(kind, policy) : draftOf(kind, policy)))
  const id = isCopy ? undefined : policy?.id
  const { One, list, page } = policyKinds[kind]
  const save = useSavePolicy(kind)
  const navigate = useNavigate()
  return (
    <PolicyForm
      kind={kind}
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
              showToast('success', `${One} saved`)
              if (id === undefined) void navigate({ to: page, params: { id: String(saved.id) }, replace: true, ignoreBlocker: true })
            },
          },
        )
      }
      onCancel={() => void navigate({ to: list })}
    />
  )
}
