import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, detailOf } from '#contract/errors.ts'
import { useOpenSecret } from './queries.ts'
import { Card } from '#kit/Card.tsx'
import { dropLink, getPendingLink, onHeldLink } from './held_link.ts'
import { OpenForm, ShownSecret } from './OpenSecret.tsx'

/** Opens the secret whose link the user followed; renders nothing without one. The link and the value are dropped on leaving the page. */
export function LinkedSecret() {
  const link = useSyncExternalStore(onHeldLink, getPendingLink)
  return link === null ? null : <Held key={link} link={link} />
}

function Held({ link }: { link: string }) {
  const open = useOpenSecret()
  useEffect(() => () => (getPendingLink() === link ? dropLink() : undefined), [link])
  return (
    <Card aria-label="The secret of your link">
      {open.data === undefined ? (
        <OpenForm
          title="A one-time secret for you"
          hasPassphrase={false}
          error={userFacingError(open.error, open.variables?.passphrase !== undefined)}
          isBusy={open.isPending}
          onOpen={(passphrase) => open.mutate({ link, ...(passphrase === '' ? {} : { passphrase }) })}
        />
      ) : (
        <ShownSecret opened={open.data} onDone={dropLink} />
      )}
    </Card>
  )
}

/** The error for the user: anyone but the reader gets 404, and only a first attempt reveals that a passphrase is required. */
function userFacingError(error: Error | null, withPassphrase: boolean): Error | null {
  if (!(error instanceof ApiError)) return error
  if (error.status === 404)
    return new ApiError(404, 'This link is not for you, or it is incomplete. Sign in as the person it was sent to, or ask its sender.')
  const isAskedFor = !withPassphrase && detailOf(error, 'passphrase') !== undefined
  return isAskedFor ? new ApiError(error.status, error.message, { passphrase: 'This secret opens with its passphrase only' }) : error
}
