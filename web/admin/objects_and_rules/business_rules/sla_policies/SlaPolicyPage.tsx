// One SLA policy, to be edited.
// Does not belong here: the list (SlaPoliciesPage.tsx), the form (SlaPolicyForm.tsx).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { slaPolicyQuery } from '../../../../api/sla_policies.ts'
import type { SlaPolicy } from '../../../../api/rule_types.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ButtonRow } from '../../../../ui/Card.tsx'
import { Page } from '../../../../ui/Page.tsx'
import { MenuTrail } from '../../../MenuTrail.tsx'
import { DeletePolicyDialog } from './DeletePolicyDialog.tsx'
import { SlaPolicyEditor } from './SlaPolicyEditor.tsx'

/** The page at `paths.sla_policy`. @source docs/reference/business_rules.md §6 */
export function SlaPolicyPage() {
  const id = Number(useParams({ from: `/admin${paths.sla_policy}` }).id)
  const { data: policy } = useQuery(slaPolicyQuery(id))
  return (
    <Page
      title={policy?.title ?? 'SLA policy'}
      trail={<MenuTrail path={paths.sla_policies} isBelow />}
      action={policy && <PolicyActions policy={policy} />}
    >
      <SlaPolicyEditor id={id} />
    </Page>
  )
}

function PolicyActions({ policy }: { policy: SlaPolicy }) {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const close = (isDone: boolean) => {
    setAsked(false)
    if (isDone) void navigate({ to: paths.sla_policies, ignoreBlocker: true })
  }
  return (
    <ButtonRow>
      <Button onClick={() => void navigate({ to: paths.new_sla_policy, search: { copy_of: policy.id } })}>Clone</Button>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && <DeletePolicyDialog policy={policy} onClose={close} />}
    </ButtonRow>
  )
}
