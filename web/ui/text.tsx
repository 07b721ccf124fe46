import { Fragment } from 'react'
import styled from 'styled-components'
import { visuallyHidden } from './css.ts'
import { palette } from './palette.ts'
import { narrow } from './theme.tsx'

/** Less prominent text. */
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

/** A technical value in monospace, such as an identifier or part of a token. */
export const Mono = styled.code`
  font-size: 12px;
  color: ${palette.sand[800]};
  white-space: nowrap;
`

/** A technical value that may be long, such as an identifier chosen by a user, and so wraps. */
export const LongMono = styled(Mono)`
  white-space: normal;
  overflow-wrap: anywhere;
`

/** A record's name in medium weight, where it is not a link. */
export const Strong = styled.span`
  font-weight: 500;
  overflow-wrap: anywhere;
`

/** Visible to screen readers only. */
export const ScreenReaderOnly = styled.span`
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

/** A long URL that wraps after its punctuation before it wraps anywhere else. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/?&=-])(?!\/)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** A link to another site, opened in a new tab without referrer or opener. Anything but a web address is shown as plain text. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  if (!/^(?:https?:\/\/|\/(?![/\\]))/i.test(href)) return <Breakable text={children} />
  return (
    <TextAnchor href={href} target="_blank" rel="noopener noreferrer">
      <Breakable text={children} />
      <ScreenReaderOnly> (opens in a new tab)</ScreenReaderOnly>
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
  &:first-child {
    margin-top: 0;
  }
  ${narrow} {
    grid-template-columns: fit-content(38%) minmax(0, 1fr);
  }
  dt {
    overflow-wrap: anywhere;
    color: ${palette.sand[700]};
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    color: ${palette.sand[1000]};
  }
`

/** A plain text with its own line breaks, such as that of a mail. */
export const PlainTextBlock = styled.pre`
  margin: 0;
  padding: 16px 20px;
  border: 1px solid ${palette.sand[200]};
  border-radius: 7px;
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

/** Text written by a user: its line breaks are kept. */
export const UserText = styled.div`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

/** A short introduction to the content below it, with a short list. */
export const Brief = styled.div`
  display: grid;
  gap: 4px;
  margin-bottom: 12px;
  color: ${palette.sand[1000]};
  p {
    font-weight: 500;
  }
  ul {
    margin: 0;
    padding-left: 20px;
    list-style: disc;
  }
  li {
    overflow-wrap: anywhere;
  }
`

/** A line between two parts of a page, with a word in it. */
export const Divider = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  color: ${palette.sand[700]};
  font-size: 13px;
  &::before,
  &::after {
    content: '';
    flex: 1;
    border-top: 1px solid ${palette.sand[300]};
  }
`
