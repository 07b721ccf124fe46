import { Anchor } from '@zendeskgarden/react-buttons'
import styled from 'styled-components'
import { focusRing } from './css.ts'
import { palette, sheet } from './palette.ts'

/** A link that downloads a file; looks like a button. */
export function DownloadLink({ href, children }: { href: string; children: string }) {
  return (
    <Looks href={href} download>
      {children}
    </Looks>
  )
}

const Looks = styled(Anchor)`
  && {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: 40px;
    padding: 0 16px;
    border: 1px solid ${palette.sand[600]};
    border-radius: 7px;
    background: ${sheet};
    color: ${palette.sand[1000]};
    text-decoration: none;
    &:hover {
      border-color: ${palette.indigo[700]};
    }
    &:focus-visible {
      ${focusRing}
    }
  }
`
