import chevronRight from '@zendeskgarden/svg-icons/src/16/chevron-right-stroke.svg?raw'
import chevronLeft from '@zendeskgarden/svg-icons/src/16/chevron-left-stroke.svg?raw'
import clipboardCheck from '@zendeskgarden/svg-icons/src/16/clipboard-check-stroke.svg?raw'
import copy from '@zendeskgarden/svg-icons/src/16/copy-stroke.svg?raw'
import gear from '@zendeskgarden/svg-icons/src/16/gear-stroke.svg?raw'
import grip from '@zendeskgarden/svg-icons/src/16/grip.svg?raw'
import home from '@zendeskgarden/svg-icons/src/16/home-stroke.svg?raw'
import lock from '@zendeskgarden/svg-icons/src/16/lock-locked-stroke.svg?raw'
import menu from '@zendeskgarden/svg-icons/src/16/menu-stroke.svg?raw'
import more from '@zendeskgarden/svg-icons/src/16/overflow-vertical-stroke.svg?raw'
import envelope from '@zendeskgarden/svg-icons/src/16/email-stroke.svg?raw'
import exit from '@zendeskgarden/svg-icons/src/16/exit-stroke.svg?raw'
import people from '@zendeskgarden/svg-icons/src/16/user-group-stroke.svg?raw'
import plug from '@zendeskgarden/svg-icons/src/16/plug-stroke.svg?raw'
import search from '@zendeskgarden/svg-icons/src/16/search-stroke.svg?raw'
import speech from '@zendeskgarden/svg-icons/src/16/speech-bubble-conversation-stroke.svg?raw'
import shapes from '@zendeskgarden/svg-icons/src/16/shapes-stroke.svg?raw'
import building from '@zendeskgarden/svg-icons/src/16/building-stroke.svg?raw'
import cross from '@zendeskgarden/svg-icons/src/16/x-stroke.svg?raw'
import type { SVGProps } from 'react'

const icons = {
  building,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'clipboard-check': clipboardCheck,
  copy,
  cross,
  envelope,
  exit,
  gear,
  grip,
  home,
  lock,
  menu,
  more,
  people,
  plug,
  search,
  shapes,
  speech,
}

export type IconName = keyof typeof icons

/** A 16-pixel icon, hidden from screen readers: the control or text beside it is the accessible name. */
export function Icon({ name, ...rest }: { name: IconName } & SVGProps<SVGSVGElement>) {
  const drawing = icons[name].replace(/^[^]*?<svg[^>]*>|<\/svg>[^]*$/g, '')
  const html = { __html: drawing }
  return <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false" {...rest} dangerouslySetInnerHTML={html} />
}
