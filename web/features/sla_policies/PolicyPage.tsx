// One policy, to be edited.
// Does not belong here: the list (PolicyListPage.tsx), the form (PolicyForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MenuTrail } from '#features/frame/public.ts'
import { type Policy, type PolicyKind, policyQuery } from './queries.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow } from '#kit/Card.tsx'
import { Page } from '#kit/Page.tsx'
import { DeletePolicyDialog } from './DeletePolicyDialog.tsx'
import { policyKinds } from './kinds.ts'
import { PolicyEditor } from './PolicyEditor.tsx'

/** The page of a saved policy. @source docs/reference/business_rules.md §6 */
export function PolicyPage({ kind, id }: { kind: PolicyKind; id: Policy['id'] }) {
  const { data: policy } = useQuery(policyQuery(kind, id))
  const { One, list } = policyKinds[kind]
  return (
    <Page title={policy?.title ?? One} trail={<MenuTrail path={list} />} action={policy && <PolicyActions kind={kind} policy={policy} />}>
      <PolicyEditor kind={kind} id={id} />
    </Page>
  )
}

function PolicyActions({ kind, policy }: { kind: PolicyKind; policy: Policy }) {
  const { list, add } = policyKinds[kind]
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const close = (isDone: boolean) => {
    setAsked(false)
    if (isDone) void navigate({ to: list, ignoreBlocker: true })
  }
  return (
    <ButtonRow>
      <Button onClick={() => void navigate({ to: add, search: { copy_of: policy.id } })}>Clone</Button>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && <DeletePolicyDialog kind={kind} policy={policy} onClose={close} />}
    </ButtonRow>
  )
}
