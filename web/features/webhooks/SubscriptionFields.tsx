import { detailOf } from '#contract/errors.ts'
import { CheckboxGroup, type Choice, RadioGroup } from '#kit/fields.tsx'
import { SecondLine } from '#kit/text.tsx'
import type { FieldsProps } from './draft.ts'
import { EVENT_GROUPS, eventTitle } from './event_types.ts'

const callers: readonly Choice<'rules' | 'events'>[] = [
  {
    value: 'rules',
    label: 'Triggers and automations',
    hint: 'It is called by the rules that have it as an action, with the body they say.',
  },
  { value: 'events', label: 'Events', hint: 'It is called whenever one of the chosen events happens, by POST, PUT or PATCH as JSON.' },
]

/** What calls the webhook: rules, or events chosen by domain. */
export function SubscriptionFields({ draft: { caller, events }, error, onChange }: FieldsProps) {
  const group = {
    name: 'subscriptions',
    values: events,
    onChange: (values: readonly string[]) => onChange({ events: values }),
    isLong: true,
  }
  return (
    <>
      <RadioGroup legend="Called by" name="caller" choices={callers} value={caller} onChange={(value) => onChange({ caller: value })} />
      {caller === 'events' && (
        <>
          {EVENT_GROUPS.map(({ title, choices }, index) => (
            <CheckboxGroup
              key={title}
              legend={title}
              choices={choices}
              error={index === 0 ? detailOf(error, 'subscriptions') : undefined}
              {...group}
            />
          ))}
          {/* the lists scroll: this shows the choice without scrolling */}
          <SecondLine>Chosen: {events.length === 0 ? 'none' : events.map(eventTitle).join(', ')}</SecondLine>
        </>
      )}
    </>
  )
}
