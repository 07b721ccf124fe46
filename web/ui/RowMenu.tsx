import { Item, Menu } from '@zendeskgarden/react-dropdowns'
import { IconButton } from '@zendeskgarden/react-buttons'
import styled from 'styled-components'
import { Icon } from './Icon.tsx'

export interface RowAction {
  label: string
  isDanger?: boolean
  onSelect: () => void
}

/** The three-dot menu of a row; `label` is its accessible name. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Sheet
      placement="bottom-end"
      button={(props) => (
        <IconButton {...props} size="small" aria-label={label}>
          <Icon name="more" />
        </IconButton>
      )}
      // `value` is set only by a selection, not by moving through the menu
      onChange={({ value }) => actions.find((action) => action.label === value)?.onSelect()}
    >
      {actions.map(({ label: name, isDanger }) => (
        <Item key={name} value={name} {...(isDanger ? { type: 'danger' as const } : {})}>
          {name}
        </Item>
      ))}
    </Sheet>
  )
}

const Sheet = styled(Menu)`
  min-width: 168px;
`
