import { Drawer as GardenDrawer } from '@zendeskgarden/react-modals'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { useSheetKeyboard } from './use_sheet_keyboard.ts'

/** A panel at the side of the page with the details of one record. Escape and the close button close it. */
export function Drawer({ title, children, onClose }: { title: string; children: ReactNode; onClose: () => void }) {
  const sheet = useSheetKeyboard(onClose)
  return (
    <Sheet ref={sheet} isOpen onClose={onClose} restoreFocus={false}>
      <GardenDrawer.Header tag="h2">{title}</GardenDrawer.Header>
      <GardenDrawer.Body>{children}</GardenDrawer.Body>
      <GardenDrawer.Close aria-label="Close" />
    </Sheet>
  )
}

const Sheet = styled(GardenDrawer)`
  && {
    width: 520px;
    max-width: 100vw;
    overflow-wrap: anywhere;
  }
`
