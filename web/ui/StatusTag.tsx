import { Tag } from '@zendeskgarden/react-tags'
import styled from 'styled-components'
import { palette } from './palette.ts'

const tones = {
  good: { ground: palette.fern[200], text: palette.fern[900] },
  warning: { ground: palette.amber[200], text: palette.amber[900] },
  off: { ground: palette.sand[200], text: palette.sand[900] },
  note: { ground: palette.indigo[200], text: palette.indigo[900] },
}

export type Tone = keyof typeof tones

/** A label on a coloured background; the colour adds no information. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Coloured isPill $tone={tone}>
      <span>{children}</span>
    </Coloured>
  )
}

const Coloured = styled(Tag)<{ $tone: Tone }>`
  && {
    background-color: ${({ $tone }) => tones[$tone].ground};
    color: ${({ $tone }) => tones[$tone].text};
    font-weight: 600;
  }
`
