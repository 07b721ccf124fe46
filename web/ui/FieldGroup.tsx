import type { ReactNode, Ref } from 'react'
import styled from 'styled-components'
import { palette } from './palette.ts'

interface FieldGroupProps {
  legend: string
  hint: ReactNode
  children: ReactNode
  ref?: Ref<HTMLFieldSetElement>
}

/** Fields that belong together, under a title and a sentence about them. */
export function FieldGroup({ legend, hint, children, ref }: FieldGroupProps) {
  return (
    <Frame ref={ref}>
      <legend>{legend}</legend>
      <p>{hint}</p>
      {children}
    </Frame>
  )
}

const Frame = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: 4px;
    padding: 0;
    color: ${palette.ink[1000]};
    font-weight: 600;
  }
  > p {
    color: ${palette.sand[800]};
  }
`
