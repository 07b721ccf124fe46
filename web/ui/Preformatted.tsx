import styled from 'styled-components'
import { focusRing } from './css.ts'
import { palette } from './palette.ts'

/** Preformatted text such as JSON or a command; a long text scrolls within its box, also by keyboard. */
export function Preformatted({ label, children }: { label: string; children: string }) {
  return (
    <Sheet tabIndex={0} role="region" aria-label={label}>
      {children}
    </Sheet>
  )
}

const Sheet = styled.pre`
  margin: 8px 0 0;
  padding: 12px 16px;
  border-radius: 7px;
  overflow-y: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  max-height: 320px;
  background: ${palette.sand[100]};
  color: ${palette.sand[1000]};
  font-family: ${({ theme }) => theme.fonts.mono};
  font-size: 12px;
  line-height: 18px;
  &:focus-visible {
    ${focusRing}
  }
`
