import { useSearch } from '@tanstack/react-router'
import { paths } from '../../../../paths.ts'
import { Page } from '../../../../ui/Page.tsx'
import { MenuTrail } from '../../../MenuTrail.tsx'
import { SlaPolicyEditor } from './SlaPolicyEditor.tsx'

/** The page at `paths.new_sla_policy`: an empty form, or that of a copy. */
export function AddSlaPolicyPage() {
  const { copy_of } = useSearch({ from: `/admin${paths.new_sla_policy}` })
  return (
    <Page title={copy_of === undefined ? 'Add SLA policy' : 'Clone SLA policy'} trail={<MenuTrail path={paths.sla_policies} isBelow />}>
      <SlaPolicyEditor id={copy_of} isCopy={copy_of !== undefined} />
    </Page>
  )
}
