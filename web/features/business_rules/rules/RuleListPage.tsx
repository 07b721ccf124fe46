import { useNavigate } from '@tanstack/react-router'
import { Button } from '#kit/Button.tsx'
import { Page } from '#kit/Page.tsx'
import { ruleKinds } from './kinds.ts'
import { RuleList, type RuleListProps } from './RuleList.tsx'

/** The page of all rules of a kind. @source docs/reference/business_rules.md §2 */
export function RuleListPage(props: RuleListProps) {
  const { title, intro, one, add } = ruleKinds[props.kind]
  const open = useNavigate()
  return (
    <Page
      isList
      title={title}
      intro={intro}
      action={
        <Button kind="primary" onClick={() => void open({ to: add })}>
          Add {one}
        </Button>
      }
    >
      <RuleList {...props} />
    </Page>
  )
}
