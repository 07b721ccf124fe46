import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import control from './control.module.css'
import { EmailAddress } from './EmailAddress.tsx'
import { joinClasses } from './element.ts'
import field from './Field.module.css'
import { Icon } from './Icon.tsx'
import menu from './menu.module.css'
import styles from './PickField.module.css'

/** An option: `label` is shown in the field once it is picked, `more`, an e-mail address, distinguishes it from others with that label. */
export interface Pick {
  value: string
  label: string
  more?: string
}

interface PickFieldProps {
  label: string
  name: string
  hint?: ReactNode
  error?: string | undefined
  /** The text typed; the caller filters `picks` by it. */
  typed: string
  onType: (typed: string) => void
  /** The options in the list. */
  picks: readonly Pick[]
  /** Shown instead of the list: that nothing matches, or what to type. */
  emptyText: string
  /** Null until an option is picked. */
  picked: Pick | null
  onPick: (pick: Pick | null) => void
  isRequired?: boolean
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  /** Refused, and said elsewhere. */
  isInvalid?: boolean
}

/** Picks one of many options by typing. Keyboard: arrows move through the list, Enter picks, Escape closes it. */
export function PickField({ label, name, hint, error, typed, onType, picks, emptyText, picked, onPick, ...rest }: PickFieldProps) {
  const { isRequired = false, isLabelHidden = false, isInvalid = false } = rest
  const options = picked === null || picks.some(({ value }) => value === picked.value) ? picks : [picked, ...picks]
  const type = (text: string) => {
    onType(text)
    // editing the text clears the previous pick
    if (picked !== null && text !== picked.label) onPick(null)
  }
  const pick = (value: string | number | null) => {
    const option = options.find((each) => each.value === value)
    if (option === undefined) return
    onPick(option)
    onType(option.label)
  }
  return (
    <ComboBox
      className={joinClasses(field.field)}
      items={options}
      inputValue={typed}
      onInputChange={type}
      selectedKey={picked?.value ?? null}
      onSelectionChange={pick}
      isInvalid={error !== undefined || isInvalid}
      isRequired={isRequired}
      validationBehavior="aria"
      menuTrigger="input"
      // what is typed stays where nothing is picked; else the list would open again on Escape
      allowsCustomValue
      allowsEmptyCollection
    >
      <Label className={joinClasses(isLabelHidden ? field.hidden : field.label)}>{label}</Label>
      {hint && (
        <Text slot="description" elementType="div" className={joinClasses(field.hint)}>
          {hint}
        </Text>
      )}
      <div className={styles.line}>
        <Input name={name} autoComplete="off" className={joinClasses(control.control, styles.input)} />
        <Button className={joinClasses(styles.opener)}>
          <Icon name="chevron-down" />
        </Button>
      </div>
      {error !== undefined && (
        <div role="alert">
          <FieldError elementType="div" className={joinClasses(field.error)}>
            {error}
          </FieldError>
        </div>
      )}
      <Popover className={joinClasses(menu.below)}>
        <ListBox<Pick> className={joinClasses(menu.list)} renderEmptyState={() => <div className={menu.empty}>{emptyText}</div>}>
          {({ value, label: text, more }) => (
            <ListBoxItem id={value} textValue={text} className={joinClasses(menu.item)}>
              {text}
              {more !== undefined && (
                <Text slot="description" className={joinClasses(menu.more)}>
                  <EmailAddress text={more} />
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
