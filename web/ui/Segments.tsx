import styled from 'styled-components'
import { focusRing } from './css.ts'
import { palette, shadow, sheet } from './palette.ts'

interface SegmentsProps<Value extends string> {
  label: string
  segments: readonly { value: Value; label: string; count?: number | undefined }[]
  value: Value
  onChange: (value: Value) => void
}

/** Selects one of a few views of the same list. */
export function Segments<Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) {
  return (
    <Group role="group" aria-label={label}>
      {segments.map((segment) => (
        <Segment key={segment.value} type="button" aria-pressed={segment.value === value} onClick={() => onChange(segment.value)}>
          {segment.label} {segment.count !== undefined && <Count>{segment.count}</Count>}
        </Segment>
      ))}
    </Group>
  )
}

const Group = styled.div`
  display: inline-flex;
  flex-wrap: wrap;
  padding: 3px;
  gap: 2px;
  border-radius: 9px;
  background: ${palette.sand[200]};
`

const Segment = styled.button`
  min-height: 34px;
  padding: 0 12px;
  border: 0;
  border-radius: 7px;
  background: transparent;
  color: ${palette.sand[800]};
  cursor: pointer;
  &:hover {
    color: ${palette.sand[1200]};
  }
  &:focus-visible {
    ${focusRing} outline-offset: 0;
  }
  &[aria-pressed='true'] {
    background: ${sheet};
    color: ${palette.sand[1200]};
    font-weight: 600;
    box-shadow: ${shadow.small};
  }
`

const Count = styled.span`
  margin-left: 2px;
  color: ${palette.sand[700]};
  font-weight: 400;
  font-variant-numeric: tabular-nums;
`
