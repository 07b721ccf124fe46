import { useState } from 'react'
import { ChoiceField } from '../ChoiceField.tsx'
import { CheckboxGroup, RadioGroup } from '../fields.tsx'
import { Switch } from '../Switch.tsx'
import { Example, Examples, LONG } from './Example.tsx'

const CHOICES = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Write', hint: 'Also deletes.' },
  { value: 'long', label: LONG, hint: LONG },
] as const
type Value = (typeof CHOICES)[number]['value']
const MANY = Array.from({ length: 40 }, (_, index) => ({ value: `scope-${index}`, label: `Scope ${index + 1}` }))

/** Check boxes, radio buttons, switches. */
export function ChoiceExamples() {
  const [values, setValues] = useState<readonly Value[]>(['read'])
  const [value, setValue] = useState<Value>('read')
  const [many, setMany] = useState<readonly string[]>(['scope-3'])
  const [isOn, setOn] = useState(true)
  return (
    <Examples>
      <Example title="Check boxes">
        <CheckboxGroup legend="May" name="scopes" choices={CHOICES} values={values} onChange={setValues} />
        <CheckboxGroup
          legend="May, refused"
          name="refused"
          choices={CHOICES}
          values={[]}
          onChange={setValues}
          error="Choose at least one"
        />
        <CheckboxGroup legend="Many" name="many" choices={MANY} values={many} onChange={setMany} isLong />
        <ChoiceField type="checkbox" name="one" value="one" label="One alone" isChosen={isOn} onChoose={() => setOn(!isOn)} />
      </Example>
      <Example title="Radio buttons">
        <RadioGroup legend="Scope" name="scope" choices={CHOICES} value={value} onChange={setValue} />
      </Example>
      <Example title="Switches">
        <Switch label="Active" isOn={isOn} onChange={setOn} />
        <Switch label={LONG} hint={LONG} isOn={!isOn} onChange={(next) => setOn(!next)} />
        <Switch label="Its label is hidden" isLabelHidden isOn={isOn} onChange={setOn} />
      </Example>
    </Examples>
  )
}
