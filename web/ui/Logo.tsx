import styled from 'styled-components'
import address from '../logo.svg'

/** The logo and the name of the product. */
export function Logo() {
  return (
    <Frame>
      <img src={address} alt="" width="28" height="28" />
      Deskhand
    </Frame>
  )
}

const Frame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  font-size: 18px;
  line-height: 28px;
  font-weight: 650;
  letter-spacing: -0.01em;
`
