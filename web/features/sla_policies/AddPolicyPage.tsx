// A new policy: an empty form, or that of a copy.
// Does not belong here: loading and saving (PolicyEditor.tsx).

import { MenuTrail } from '#features/frame/public.ts'
import type { PolicyKind } from './queries.ts'
import { Page } from '#kit/Page.tsx'
import { policyKinds } from './kinds.ts'
import { PolicyEditor } from './PolicyEditor.tsx'

/** `copy_of`: the policy that the form is filled in with. */
export function AddPolicyPage({ kind, copy_of }: { kind: PolicyKind; copy_of: number | string | undefined }) {
  const { one, list } = policyKinds[kind]
  return (
    <Page title={copy_of === undefined ? `Add ${one}` : `Clone ${one}`} trail={<MenuTrail path={list} />}>
      <PolicyEditor kind={kind} id={copy_of} isCopy={copy_of !== undefined} />
    </Page>
  )
}
