import { useState } from 'react'
import { CompactArea, CompactInput, CompactSelect } from '../compact_fields.tsx'
import { CopyField } from '../CopyField.tsx'
import { DateField } from '../DateField.tsx'
import { SelectField, TextArea, TextField } from '../fields.tsx'
import { Field } from '../Field.tsx'
import control from '../control.module.css'
import { FilterGrid } from '../FilterGrid.tsx'
import { LinesField } from '../LinesField.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { type Pick, PickField } from '../PickField.tsx'
import { SearchField } from '../SearchField.tsx'
import { InlineSelect } from '../InlineSelect.tsx'
import { HiddenInput } from '../HiddenInput.tsx'
import { Example, Examples, LONG, UNBROKEN } from './Example.tsx'

const ERROR = 'Subject: cannot be blank'
const OPTIONS = [
  { value: 'orders', label: 'Orders' },
  { value: 'long', label: LONG },
]

/** What is typed or picked. */
export function FieldExamples() {
  const [text, setText] = useState('Grinder jams')
  const [day, setDay] = useState('2027-05-01')
  const [moment, setMoment] = useState('2027-05-01T09:30')
  const [group, setGroup] = useState('orders')
  const typed = { value: text, onChange: setText }
  return (
    <Examples>
      <Example title="Text fields">
        <TextField label="Subject" name="subject" hint="What it is about." {...typed} />
        <TextField label="Subject, required and refused" name="refused" isRequired error={ERROR} {...typed} />
        <TextField label={LONG} name="long" hint={LONG} value={UNBROKEN} onChange={setText} />
        <TextField label="Number" name="number" type="number" value="12" onChange={setText} />
        <TextArea label="Note" name="note" {...typed} />
        <TextArea label="Note, refused" name="refused_note" error={LONG} {...typed} />
        <LinesField label="Domains" name="domains" hint="One per line." {...typed} />
        <LinesField label="Domains, refused" name="refused_domains" error={ERROR} {...typed} />
        <Field label="Optional and disabled" isOptional hint="Nothing to type yet.">
          {(attributes) => <input {...attributes} className={control.control} disabled value="Not yet" readOnly />}
        </Field>
      </Example>
      <Example title="Secrets and values to copy">
        <TextField label="Password" name="password" type="password" autoComplete="new-password" {...typed} />
        <PasswordField label="Secret" name="secret" hint="Kept encrypted." {...typed} />
        <PasswordField label="Secret, refused" name="refused_secret" error={ERROR} {...typed} />
        <HiddenInput aria-label="A secret in a row" value={text} onChange={(event) => setText(event.target.value)} />
        <CopyField label="Token" name="token" value={UNBROKEN} hint="Shown once." />
        <CopyField label="Key" name="key" value={`${LONG}\n${LONG}`} hint="A private key." isLong />
      </Example>
      <Example title="Selects, days, search">
        <SelectField label="Group" name="group" value={group} onChange={setGroup} choices={OPTIONS} />
        <SelectField label="Group, refused" name="refused_group" value="long" onChange={setGroup} choices={OPTIONS} error={ERROR} />
        <InlineSelect label="Sorted by" options={OPTIONS} value={group} onChange={setGroup} />
        <FilterGrid>
          <DateField label="From" value={day} onChange={setDay} />
          <DateField label="To" name="to" value="" onChange={setDay} error={ERROR} />
          <DateField hasTime label="Runs out" name="runs_out" value={moment} onChange={setMoment} />
        </FilterGrid>
        <SearchField label="Search tickets" value="" onChange={setText} />
      </Example>
      <Example title="In rows">
        <CompactInput label="Value" {...typed} />
        <CompactInput label="Value, refused" placeholder="Anything" error={ERROR} value="" onChange={setText} />
        <CompactSelect
          label="Field"
          groups={[{ options: OPTIONS }, { title: 'Ticket', options: [{ value: 'status', label: 'Status' }] }]}
          value={group}
          onChange={setGroup}
        />
        <CompactArea label="Body" {...typed} />
        <CompactArea label="Code" isMono isInvalid {...typed} />
      </Example>
      <PickExample />
    </Examples>
  )
}

const PEOPLE: readonly Pick[] = [
  { value: '1', label: 'Lena Ortiz', more: 'lena.ortiz@example.com' },
  { value: '2', label: 'Hassan Bey', more: 'hassan@example.com' },
  { value: '3', label: LONG, more: 'a.very.long.address.of.somebody@customer-support.example.com' },
]

function PickExample() {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Pick | null>(null)
  const shared = { typed, onType: setTyped, picked, onPick: setPicked, emptyText: 'Nobody has this name' }
  const picks = PEOPLE.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  return (
    <Example title="Picked by typing">
      <PickField label="Requester" name="requester" hint="Type a name." picks={picks} {...shared} />
      <PickField label="Requester, refused" name="refused_requester" error={ERROR} picks={[]} {...shared} />
    </Example>
  )
}
