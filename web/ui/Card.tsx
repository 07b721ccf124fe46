import styled from 'styled-components'
import { palette, sheet } from './palette.ts'
import { narrow } from './theme.tsx'

/** A white box on the background of the page. */
export const Card = styled.section`
  border: 1px solid ${palette.sand[300]};
  border-radius: 12px;
  background: ${sheet};
`

/** The title of a card. */
export const CardTitle = styled.h2`
  font-size: 16px;
  line-height: 24px;
  font-weight: 600;
  color: ${palette.ink[1000]};
`

/** The header of a card with a list: its title and its description. */
export const CardHead = styled.div`
  display: grid;
  gap: 4px;
  padding: 20px;
  ${narrow} {
    padding: 16px;
  }
`

/** Cards below each other. */
export const Cards = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
`

/** The body of a form on a card: fields below each other, buttons at the end. */
export const FormBody = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow-wrap: anywhere;
  gap: 24px;
  padding: 24px 20px;
  /* a form directly below the facts needs no padding of its own */
  & + form > & {
    padding-top: 0;
  }
  ${narrow} {
    padding: 20px 16px;
  }
`

/** The buttons of a form; the primary one is last. */
export const FormActions = styled.div`
  display: flex;
  justify-content: flex-end;
  align-items: center;
  gap: 16px;
  padding: 16px 20px;
  border-top: 1px solid ${palette.sand[200]};
  ${narrow} {
    padding: 16px;
  }
`

/** A few buttons beside each other. */
export const ButtonRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`

/** Controls above a list. */
export const Toolbar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 16px;
  align-items: center;
  justify-content: space-between;
  margin-bottom: 16px;
`
