import { useState } from 'react'
import { Button, ButtonLink, IconButton } from '../Button.tsx'
import { ButtonRow } from '../Card.tsx'
import { DownloadLink } from '../DownloadLink.tsx'
import { FileButton } from '../FileButton.tsx'
import { FilterChip, FilterChips } from '../FilterChip.tsx'
import { MoveHandle } from '../MoveHandle.tsx'
import { RowMenu } from '../RowMenu.tsx'
import { Segments } from '../Segments.tsx'
import { SideBySide, Example, Examples, LONG } from './Example.tsx'

const KINDS = ['primary', 'plain', 'quiet', 'danger'] as const
const doNothing = () => undefined

/** Buttons, and what is pressed like one. */
export function ButtonExamples() {
  return (
    <Examples>
      <Example title="Buttons">
        {([{}, { isBusy: true }, { isDisabled: true }, { size: 'small' }] as const).map((state, index) => (
          <ButtonRow key={index}>
            {KINDS.map((kind) => (
              <Button key={kind} kind={kind} {...state}>
                Save
              </Button>
            ))}
            <Button icon="plus" {...state}>
              Add
            </Button>
          </ButtonRow>
        ))}
        <Button kind="primary" isStretched>
          Stretched
        </Button>
        <Button>{LONG}</Button>
      </Example>
      <Example title="Links and files">
        <SideBySide>
          <ButtonLink href="?family=buttons">A link</ButtonLink>
          <DownloadLink href="/logo.svg">Download</DownloadLink>
          <FileButton isBusy={false} onChoose={doNothing}>
            Choose a file
          </FileButton>
          <FileButton isBusy onChoose={doNothing}>
            Sending
          </FileButton>
        </SideBySide>
      </Example>
      <Example title="Icons, handles, menus">
        <SideBySide>
          <IconButton label="Copy" icon="copy" onClick={doNothing} />
          <IconButton label="Copy, which is disabled" icon="copy" isDisabled onClick={doNothing} />
          <MoveHandle label="Move row 1" onStep={doNothing} onDrop={doNothing} />
          <MenuExample />
        </SideBySide>
      </Example>
      <SegmentExample />
    </Examples>
  )
}

function MenuExample() {
  const [chosen, setChosen] = useState('nothing')
  return (
    <>
      <RowMenu
        label="Actions for Wholesale"
        actions={[
          { label: 'Edit', onSelect: () => setChosen('Edit') },
          { label: LONG, onSelect: () => setChosen('the long one') },
          { label: 'Delete', isDanger: true, onSelect: () => setChosen('Delete') },
        ]}
      />
      <span role="status">Chosen: {chosen}</span>
    </>
  )
}

function SegmentExample() {
  const [value, setValue] = useState<'active' | 'all' | 'long'>('active')
  const [chips, setChips] = useState(['Address: 192.0.2.1', `Subject: ${LONG}`])
  return (
    <Example title="Segments and filters">
      <Segments
        label="Shown"
        segments={[
          { value: 'active', label: 'Active', count: 12 },
          { value: 'all', label: 'All', count: 1234 },
          { value: 'long', label: 'Those that have not been used for a long time' },
        ]}
        value={value}
        onChange={setValue}
      />
      <FilterChips>
        {chips.map((text) => (
          <li key={text}>
            <FilterChip
              text={text}
              label={`${text}. Remove this filter`}
              onRemove={() => setChips(chips.filter((chip) => chip !== text))}
            />
          </li>
        ))}
      </FilterChips>
    </Example>
  )
}
