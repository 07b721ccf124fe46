import { Input } from '@zendeskgarden/react-forms'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { focusRing } from './css.ts'
import { palette } from './palette.ts'

/** An input that masks its characters until the user reveals them. */
export function HiddenInput(input: Omit<ComponentProps<typeof Input>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Frame>
      <Padded {...input} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <Toggle type="button" aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Toggle>
    </Frame>
  )
}

const Frame = styled.div`
  position: relative;
  margin-top: 8px;
`

const Padded = styled(Input)`
  && {
    margin-top: 0;
    padding-right: 64px;
  }
`

const Toggle = styled.button`
  position: absolute;
  top: 5px;
  right: 6px;
  bottom: 5px;
  padding: 0 10px;
  border: 0;
  border-radius: 5px;
  background: transparent;
  color: ${palette.indigo[700]};
  font-size: 13px;
  font-weight: 500;
  cursor: pointer;
  &:hover {
    background: ${palette.sand[200]};
  }
  &:focus-visible {
    ${focusRing} outline-offset: 0;
  }
`
