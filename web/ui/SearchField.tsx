import { Field, Label, MediaInput } from '@zendeskgarden/react-forms'
import styled from 'styled-components'
import { Icon } from './Icon.tsx'
import { narrow } from './theme.tsx'

/** Filters the list below as the user types. */
export function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Frame>
      <Field>
        <Label hidden>{label}</Label>
        <MediaInput
          type="search"
          start={<Icon name="search" />}
          placeholder={label}
          value={value}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </Frame>
  )
}

const Frame = styled.div`
  flex: 1 1 240px;
  max-width: 360px;
  ${narrow} {
    max-width: none;
  }
`
