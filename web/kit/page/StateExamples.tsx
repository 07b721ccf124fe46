import { Banner } from '../Banner.tsx'
import { Button } from '../Button.tsx'
import { Checklist } from '../Checklist.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { LoadingRows } from '../Loading.tsx'
import { Notice } from '../Notice.tsx'
import { StatusTag } from '../StatusTag.tsx'
import { StepList } from '../StepList.tsx'
import { TextAnchor } from '../text.tsx'
import { SideBySide, Example, Examples, LONG } from './Example.tsx'

const doNothing = () => undefined
const AT = '2026-11-20T10:00:00Z'
const STEP = { how: LONG, note: null, is_due: true, done_at: null }

/** What there is, is not, or is not yet. */
export function StateExamples() {
  return (
    <Examples>
      <Example title="States">
        <SideBySide>
          {(['good', 'warning', 'off', 'note'] as const).map((tone) => (
            <StatusTag key={tone} tone={tone}>
              {tone}
            </StatusTag>
          ))}
          <StatusTag tone="warning">{LONG}</StatusTag>
        </SideBySide>
      </Example>
      <Example title="Notices">
        {(['success', 'info', 'warning', 'error'] as const).map((type) => (
          <Notice key={type} type={type} title={`This is ${type}`} action={{ label: 'Try again', onClick: doNothing }}>
            {LONG}
          </Notice>
        ))}
        <Notice type="info" title="Only a title" />
      </Example>
      <Example title="Across every page" isFlush>
        <Banner>
          You see what an agent of the group Orders sees. <a href="?family=states">Stop</a>
        </Banner>
      </Example>
      <Example title="Empty" isFlush>
        <EmptyState icon="search" title="No ticket matches" action={<Button>Show all</Button>}>
          {LONG}
        </EmptyState>
      </Example>
      <Example title="Loading" isFlush>
        <LoadingRows label="Loading tickets" rows={3} />
        <LoadingRows label="Loading more" rows={2} isFlush />
      </Example>
      <Example title="Steps">
        <StepList
          label="Set up"
          entries={[
            { key: '1', title: <TextAnchor href="?family=states">Invite the team</TextAnchor>, why: LONG, isDone: true },
            { key: '2', title: 'Connect the address', why: 'Mail becomes tickets.', isDone: false },
          ]}
        />
        <Checklist
          label="Before the release"
          entries={[
            { ...STEP, key: '1', title: 'Approve', onDone: doNothing },
            { ...STEP, key: '2', title: 'Review', mark: 'Done by somebody else' },
            { ...STEP, key: '3', title: 'Test', done_at: AT, done_by: 'Lena Ortiz', note: 'Twice', onUndone: doNothing },
            { ...STEP, key: '4', title: 'Release', is_due: false },
          ]}
        />
      </Example>
    </Examples>
  )
}
