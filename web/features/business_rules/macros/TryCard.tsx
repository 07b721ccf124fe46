// What the saved macro would make of a ticket. Nothing is changed.
// Does not belong here: finding the differences (macros/macro_changes.ts).

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Application, applicationQuery } from '../queries/macros.ts'
import { definitionsQuery } from '../queries/rules.ts'
import type { Rule } from '../queries/rule_records.ts'
import { Loaded } from '#features/common/public.ts'
import { changesBy } from './macro_changes.ts'
import { Button } from '#kit/Button.tsx'
import { Card, CardTitle, FormBody } from '#kit/Card.tsx'
import { ChangeList } from '#kit/ChangeList.tsx'
import { TextField } from '#kit/fields.tsx'
import { SubmitForm } from '#kit/SubmitForm.tsx'
import { PlainTextBlock, Strong, Subtle } from '#kit/text.tsx'
import styles from './TryCard.module.css'

/** Asks for a ticket, and shows what would differ. */
export function TryCard({ macro }: { macro: Rule }) {
  const [typed, setTyped] = useState('')
  const [ticket, setTicket] = useState<number>()
  const [error, setError] = useState<string>()
  const query = useQuery(applicationQuery(ticket, macro.id))
  const submit = () => {
    const number = Number(typed.trim().replace(/^#/, ''))
    const isNumber = Number.isSafeInteger(number) && number > 0
    setError(isNumber ? undefined : 'Enter the number of a ticket')
    if (isNumber && number === ticket) void query.refetch()
    setTicket(isNumber ? number : undefined)
  }
  return (
    <Card>
      <FormBody>
        <CardTitle>Try it on a ticket</CardTitle>
        <SubmitForm label="Try it on a ticket" isBusy={query.isFetching} isLoose onSubmit={submit}>
          <TextField
            label="Ticket number"
            name="ticket"
            hint="Shows what the macro as it is saved would change. The ticket stays as it is."
            value={typed}
            error={error}
            onChange={setTyped}
            autoComplete="off"
          />
          <div>
            <Button type="submit" isBusy={query.isFetching}>
              Show the changes
            </Button>
          </div>
        </SubmitForm>
        {ticket !== undefined && (
          <Loaded query={query} noun="ticket" hint="No ticket has this number, or it was deleted." rows={3} isInCard>
            {(application) => <Changes application={application} />}
          </Loaded>
        )}
      </FormBody>
    </Card>
  )
}

function Changes({ application }: { application: Application }) {
  const { data: definitions } = useQuery(definitionsQuery('macros'))
  const { before, after } = application
  const parts = changesBy(application, definitions?.actions ?? [])
  const { comment } = after
  return (
    <section aria-label={`What the macro would change of ticket ${before.id}`}>
      <div className={styles.parts}>
        <p>
          <Strong>
            #{before.id} {before.subject}
          </Strong>
        </p>
        {parts.map(({ title, lines }) => (
          <div key={title}>
            <Strong>{title}</Strong>
            <ChangeList label={title} lines={lines} />
          </div>
        ))}
        {comment !== undefined && (
          <div>
            <Strong>{comment.public ? 'Public reply' : 'Internal note'}</Strong>
            {comment.body === '' ? <Subtle> without a text</Subtle> : <PlainTextBlock>{comment.body}</PlainTextBlock>}
          </div>
        )}
        {parts.length === 0 && comment === undefined && <Subtle>It would change nothing.</Subtle>}
      </div>
    </section>
  )
}
