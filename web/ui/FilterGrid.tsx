import styled from 'styled-components'

/** Filter fields of a list, side by side as far as they fit. */
export const FilterGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: 12px 16px;
  align-items: end;
  margin-bottom: 16px;
`
