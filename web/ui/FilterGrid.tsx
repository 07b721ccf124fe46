import styled from 'styled-components'

/** Fields that narrow a list down, beside each other as far as there is room. */
export const FilterGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: 12px 16px;
  align-items: end;
  margin-bottom: 16px;
`
