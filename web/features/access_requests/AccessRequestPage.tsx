// One access request: what it asks for, its history, and the steps the current user may take.
// Does not belong here: the dialogs (StepDialog.tsx, IssueDialog.tsx and others beside it), who may take a step; the server decides that.

import { useQuery } from '@tanstack/react-query'
import { createLink, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type AccessRequest, accessRequestQuery, type RequestPerson, type StepName } from './queries.ts'
import { meQuery } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow, Card, Cards, CardTitle, FormBody } from '#kit/Card.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { Trail } from '#kit/Trail.tsx'
import { Comments } from './Comments.tsx'
import { EditDialog } from './EditDialog.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { IssueDialog } from './IssueDialog.tsx'
import { MakeIntegrationDialog } from './MakeIntegrationDialog.tsx'
import { ManagerDialog } from './ManagerDialog.tsx'
import { nextStepSentence } from './next_words.ts'
import { NextSentence, StuckNotice } from './NextSteps.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { StepDialog } from './StepDialog.tsx'
import { Timeline } from './Timeline.tsx'
import { steps } from './words.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.access_request`. Its URL is the description of the token issued for the request. */
export function AccessRequestPage() {
  const id = Number(useParams({ from: `/frame${paths.access_request}` }).id)
  const query = useQuery(accessRequestQuery(id))
  return (
    <Page
      title={query.data?.access_request.title ?? 'Access request'}
      trail={
        <Trail>
          <TextLink to={paths.access_requests}>Access requests</TextLink>
        </Trail>
      }
    >
      <Loaded query={query} noun="access request" hint="You may not be involved in it: sign in as the person it was meant for.">
        {({ access_request, users = [] }) => <RequestView request={access_request} users={users} />}
      </Loaded>
    </Page>
  )
}

/** What a dialog is open for: a step, or one of the acts that are not steps. */
type OpenDialog = StepName | 'hand_over' | 'rotate' | 'name_manager' | 'edit'

function RequestView({ request, users }: { request: AccessRequest; users: readonly RequestPerson[] }) {
  const [openDialog, setAsked] = useState<OpenDialog>()
  const [isOutdated, setOutdated] = useState(false)
  const { label, tone } = nextStepSentence(request)
  const close = () => setAsked(undefined)
  const ask = (next: OpenDialog) => {
    setOutdated(false)
    setAsked(next)
  }
  const refuse = () => {
    setOutdated(true)
    close()
  }
  return (
    <Cards>
      {isOutdated && (
        <Notice type="warning" title="The request was edited while you had it open">
          Nothing was decided. Below is what it says now: read it again, then decide.
        </Notice>
      )}
      <StuckNotice steps={request.next_steps} told="The administrators have been notified." />
      {request.advice !== null && (
        <Notice type="info" title="An API token may be enough">
          {request.advice}
        </Notice>
      )}
      <Card>
        <FormBody>
          <div>
            <StatusTag tone={tone}>{label}</StatusTag>
            <NextSentence steps={request.next_steps} />
            <RequestFacts request={request} users={users} />
          </div>
          <Acts request={request} onAsk={ask} />
        </FormBody>
      </Card>
      <Card>
        <FormBody>
          <CardTitle>What has happened</CardTitle>
          <Timeline request={request} />
          <Comments id={request.id} />
        </FormBody>
      </Card>
      {openDialog !== undefined && <RequestDialog asked={openDialog} request={request} onOutdated={refuse} onClose={close} />}
    </Cards>
  )
}

interface AskingProps {
  asked: OpenDialog
  request: AccessRequest
  onOutdated: () => void
  onClose: () => void
}

function RequestDialog({ asked: openDialog, request, onOutdated, onClose }: AskingProps) {
  if (openDialog === 'issue' && request.kind === 'integration') return <MakeIntegrationDialog request={request} onClose={onClose} />
  if (openDialog === 'issue') return <IssueDialog request={request} onClose={onClose} />
  if (openDialog === 'hand_over') return <HandOverDialog id={request.id} onClose={onClose} />
  if (openDialog === 'rotate') return <RotateDialog id={request.id} onClose={onClose} />
  if (openDialog === 'name_manager') return <ManagerDialog request={request} onClose={onClose} />
  if (openDialog === 'edit') return <EditDialog request={request} onClose={onClose} />
  return <StepDialog request={request} step={openDialog} onOutdated={onOutdated} onClose={onClose} />
}

/** Steps that end something are red; the first of the others is the primary button. */
function kindOf(step: StepName, isFirst: boolean): 'primary' | 'danger' | 'plain' {
  if (steps[step].isDanger) return 'danger'
  return isFirst ? 'primary' : 'plain'
}

/** Buttons for exactly the acts the current user may take now. */
function Acts({ request, onAsk: onOpen }: { request: AccessRequest; onAsk: (openDialog: OpenDialog) => void }) {
  const { data: me } = useQuery(meQuery)
  const { state, requester_id, allowed_acts } = request
  const next = request.next_steps[0]?.step
  const offered = request.allowed_steps.filter((step) => step in steps)
  const mayNameManager = state === 'submitted' && me?.role === 'admin'
  const mayEdit = state === 'submitted' && me?.id === requester_id
  // a value that was shown must still be handed over to the requester; one that was not opened in time must be rotated
  const mayHandOver = next === 'hand_over' && allowed_acts.includes('hand_over')
  const mayRotate = next === 'rotate' && allowed_acts.includes('rotate')
  const isFirst = !mayHandOver && !mayRotate
  if (offered.length === 0 && !mayNameManager && !mayEdit && isFirst) return null
  return (
    <ButtonRow>
      {mayHandOver && (
        <Button kind="primary" onClick={() => onOpen('hand_over')}>
          Hand over
        </Button>
      )}
      {mayRotate && (
        <Button kind="primary" onClick={() => onOpen('rotate')}>
          Make a new value
        </Button>
      )}
      {offered.map((step, index) => (
        <Button key={step} kind={kindOf(step, index === 0 && isFirst)} onClick={() => onOpen(step)}>
          {steps[step].label}
        </Button>
      ))}
      {mayEdit && <Button onClick={() => onOpen('edit')}>Edit</Button>}
      {mayNameManager && <Button onClick={() => onOpen('name_manager')}>Name another manager</Button>}
    </ButtonRow>
  )
}
