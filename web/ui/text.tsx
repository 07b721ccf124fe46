import { Fragment } from 'react'
import styled from 'styled-components'
import { visuallyHidden } from './css.ts'
import { palette } from './palette.ts'

/** Text of lesser weight. */
export const Subtle = styled.span`
  color: ${palette.sand[700]};
`

/** A second line below the main one of a cell. */
export const SecondLine = styled.div`
  margin-top: 2px;
  color: ${palette.sand[700]};
  font-size: 13px;
  overflow-wrap: anywhere;
`

/** A value of the machine: part of a token, an identifier. */
export const Mono = styled.code`
  font-size: 12px;
  color: ${palette.sand[800]};
  white-space: nowrap;
`

/** The name of a thing where it is no link. */
export const Strong = styled.span`
  font-weight: 500;
  overflow-wrap: anywhere;
`

/** Said, not shown. */
export const Spoken = styled.span`
  ${visuallyHidden}
`

/** A link in running text. */
export const TextAnchor = styled.a`
  color: ${palette.indigo[700]};
  font-weight: 500;
  overflow-wrap: anywhere;
  text-underline-offset: 2px;
  text-decoration-color: ${palette.indigo[400]};
  &:hover {
    text-decoration-color: currentcolor;
  }
  &:focus-visible {
    outline: 2px solid ${palette.indigo[700]};
    outline-offset: 2px;
    border-radius: 3px;
  }
`

/** A long address breaks after its marks before it breaks anywhere. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/?&=-])(?!\/)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** A link out of the product, opened in a tab of its own that learns nothing about ours. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <TextAnchor href={href} target="_blank" rel="noopener noreferrer">
      <Breakable text={children} />
      <Spoken> (opens in a new tab)</Spoken>
    </TextAnchor>
  )
}

/** Names and values in two columns. */
export const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: 8px 16px;
  margin: 16px 0 0;
  padding: 12px 16px;
  border-radius: 7px;
  background: ${palette.sand[100]};
  dt {
    color: ${palette.sand[700]};
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    color: ${palette.sand[1000]};
  }
`
