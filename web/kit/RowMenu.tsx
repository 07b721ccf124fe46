import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { iconButtonClass } from './Button.tsx'
import { joinClasses } from './element.ts'
import { Icon } from './Icon.tsx'
import styles from './menu.module.css'

export interface RowAction {
  label: string
  isDanger?: boolean
  onSelect: () => void
}

/** The three-dot menu of a row; `label` is its accessible name. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <MenuTrigger>
      <Button aria-label={label} className={iconButtonClass}>
        <Icon name="more" />
      </Button>
      <Popover placement="bottom end" className={joinClasses(styles.popover)}>
        <Menu className={joinClasses(styles.list)}>
          {actions.map(({ label: name, isDanger = false, onSelect }) => (
            <MenuItem key={name} id={name} className={joinClasses(styles.item, isDanger && styles.danger)} onAction={onSelect}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
