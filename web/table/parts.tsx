import styled from 'styled-components'
import { visuallyHidden } from '../ui/css.ts'
import { palette } from '../ui/palette.ts'
import { narrow } from '../ui/theme.tsx'

// Where the window is narrow the parts stop being laid out as a table; their roles, which are written out, stay.

export const Table = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  ${narrow} {
    display: block;
  }
`

export const Head = styled.thead`
  ${narrow} {
    ${visuallyHidden}
  }
`

export const HeadCell = styled.th<{ $width?: string | undefined }>`
  width: ${({ $width }) => $width ?? 'auto'};
  padding: 10px 12px;
  border-bottom: 1px solid ${palette.sand[300]};
  color: ${palette.sand[700]};
  font-size: 13px;
  font-weight: 600;
  text-align: left;
  &:first-child {
    padding-left: 20px;
  }
`

export const Body = styled.tbody`
  ${narrow} {
    display: block;
  }
`

export const Row = styled.tr`
  & + & {
    border-top: 1px solid ${palette.sand[200]};
  }
  &:hover {
    background: ${palette.sand[100]};
  }
  ${narrow} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    padding: 14px 12px 14px 16px;
  }
`

export const Cell = styled.td`
  padding: 12px;
  vertical-align: top;
  overflow-wrap: anywhere;
  &:first-child {
    padding-left: 20px;
  }
  ${narrow} {
    display: flex;
    grid-column: 1;
    gap: 12px;
    padding: 3px 0;
    &:first-child {
      display: block;
      padding: 0 0 6px;
    }
    &:not(:first-child)::before {
      content: attr(data-title);
      flex: none;
      width: 100px;
      color: ${palette.sand[700]};
    }
  }
`

export const MenuCell = styled.td`
  padding: 6px 12px 6px 0;
  text-align: right;
  vertical-align: top;
  ${narrow} {
    grid-column: 2;
    grid-row: 1;
    padding: 0;
  }
`

export const Label = styled.span`
  ${visuallyHidden}
`
