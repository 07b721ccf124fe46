import { createLink } from '@tanstack/react-router'
import { reportError } from '#features/common/public.ts'
import { type Home, type SetUpStep, useDismissChecklist } from './queries.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { Card, CardHead, CardTitle, FormActions } from '#kit/Card.tsx'
import { StepList } from '#kit/StepList.tsx'
import { Subtle, TextAnchor } from '#kit/text.tsx'

const TextLink = createLink(TextAnchor)

interface Step {
  title: string
  why: string
  path:
    | typeof paths.account
    | typeof paths.security
    | typeof paths.outbox
    | typeof paths.invite_team_member
    | typeof paths.access_settings
    | typeof paths.access_people
}

const steps: Readonly<Record<SetUpStep, Step>> = {
  owner_password: {
    title: 'Change the owner’s password',
    why: 'The first password was set or shown when the server was started, so others may have seen it.',
    path: paths.account,
  },
  second_factor: {
    title: 'Require a second factor',
    why: 'Or let agents and administrators sign in with your identity provider only.',
    path: paths.security,
  },
  mail: {
    title: 'Send mail',
    why: 'Set SMTP_URL where the server is started. Until then mails are kept in the outbox, and you pass on invitations from there.',
    path: paths.outbox,
  },
  manager: {
    title: 'Name a manager',
    why: 'A manager approves the access requests of their people. Invite one, then make them the manager of the people who request access.',
    path: paths.access_people,
  },
  provisioner: {
    title: 'Invite a reviewer',
    why: 'Somebody with the duty Provisioner reviews access requests and decides on them.',
    path: paths.invite_team_member,
  },
  engineer: {
    title: 'Invite an engineer',
    why: 'Somebody with the duty Engineer issues the API tokens of accepted requests.',
    path: paths.invite_team_member,
  },
  integration_bot: {
    title: 'Choose the integration bot',
    why: 'The agent in whose name integrations are made.',
    path: paths.access_settings,
  },
  trackers: {
    title: 'Name your trackers',
    why: 'If you track access requests elsewhere. Issues there then count as access requests.',
    path: paths.access_settings,
  },
}

/** The set-up checklist of the instance. Hidden when all is done or when it is dismissed. */
export function SetUpCard({ dismissed, items }: NonNullable<Home['checklist']>) {
  const dismiss = useDismissChecklist()
  const left = items.filter(({ done }) => !done).length
  if (left === 0) return null
  const put = (away: boolean) => dismiss.mutate(away, { onError: reportError })
  if (dismissed)
    return (
      <div>
        <Button kind="quiet" isBusy={dismiss.isPending} onClick={() => put(false)}>
          Show what is left to set up
        </Button>
      </div>
    )
  return (
    <Card aria-label="Set up this instance">
      <CardHead>
        <CardTitle>Set up this instance</CardTitle>
        <Subtle>
          {items.length - left} of {items.length} done. Steps are ticked off automatically.
        </Subtle>
      </CardHead>
      <StepList
        label="Steps of setting up"
        entries={items.map(({ key, done }) => ({
          key,
          title: <TextLink to={steps[key].path}>{steps[key].title}</TextLink>,
          why: steps[key].why,
          isDone: done,
        }))}
      />
      <FormActions>
        <Button kind="quiet" isBusy={dismiss.isPending} onClick={() => put(true)}>
          Hide this list
        </Button>
      </FormActions>
    </Card>
  )
}
