import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { IconButton } from '../ui/Button.tsx'
import { palette, sheet } from '../ui/palette.ts'
import { narrow } from '../ui/theme.tsx'

interface FieldRowProps {
  /** What the row is, with its number: "Condition 2". */
  label: string
  /** Why the server refused it. */
  problem?: string | undefined
  /** What is wrong with it since it was saved, such as a field that is gone. */
  note?: string | undefined
  /** The fields beside each other; the last may be absent. */
  children: ReactNode
  /** What does not fit beside them, such as the text of a mail. */
  below?: ReactNode
  onRemove: () => void
}

/** One condition or action: its fields, a button that removes it, and why it was refused. */
export function FieldRow({ label, problem, note, children, below, onRemove }: FieldRowProps) {
  const id = useId()
  return (
    <Row role="group" aria-label={label} aria-describedby={problem === undefined ? undefined : id} $isRefused={problem !== undefined}>
      <Beside>{children}</Beside>
      <Remove>
        <IconButton label={`Remove ${label.toLowerCase()}`} icon="cross" onClick={onRemove} />
      </Remove>
      {below && <Below>{below}</Below>}
      {note !== undefined && problem === undefined && <Note>{note}</Note>}
      {problem !== undefined && (
        <Problem id={id} role="alert">
          {problem}
        </Problem>
      )}
    </Row>
  )
}

const Row = styled.div<{ $isRefused: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px 12px;
  padding: 12px;
  border: 1px solid ${({ $isRefused }) => ($isRefused ? palette.brick[700] : palette.sand[300])};
  border-radius: 7px;
  background: ${sheet};
`

const Beside = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 8px 12px;
  align-items: start;
  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Remove = styled.div`
  padding-top: 4px;
`

const Below = styled.div`
  display: grid;
  grid-column: 1 / -1;
  gap: 12px;
`

const Problem = styled.p`
  grid-column: 1 / -1;
  color: ${palette.brick[700]};
  overflow-wrap: anywhere;
`

const Note = styled.p`
  grid-column: 1 / -1;
  padding: 8px 12px;
  border-radius: 7px;
  background: ${palette.amber[200]};
  color: ${palette.amber[900]};
`
