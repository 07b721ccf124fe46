import styled, { css } from 'styled-components'
import { visuallyHidden } from '../ui/css.ts'
import { palette } from '../ui/palette.ts'

// If the columns do not fit, the parts are not laid out as a table: each row becomes a card, its cells beside or below each other. The
// explicit ARIA roles stay. The width of the table decides, not that of the window.

/** The width in pixels that the columns need. */
export interface Needs {
  $needed: number
}

/** Styles for tables whose columns do not fit. */
export const asCards = ({ $needed }: Needs) => `@container table (max-width: ${$needed - 0.02}px)`

/** The container of a table: its width decides how the table is laid out. */
export const TableContainer = styled.div`
  container: table / inline-size;
`

export const Table = styled.table<Needs>`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  ${asCards} {
    display: block;
  }
`

export const Head = styled.thead<Needs>`
  ${asCards} {
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

export const Body = styled.tbody<Needs>`
  ${asCards} {
    display: block;
  }
`

export const Row = styled.tr<Needs>`
  & + & {
    border-top: 1px solid ${palette.sand[200]};
  }
  &:hover {
    background: ${palette.sand[100]};
  }
  ${asCards} {
    display: grid;
    position: relative;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
    gap: 6px 24px;
    padding: 14px 16px;
  }
`

const card = css`
  display: flex;
  gap: 12px;
  padding: 0;
  &:first-child {
    display: block;
    grid-column: 1 / -1;
    padding: 0;
  }
  &:not(:first-child)::before {
    content: attr(data-title);
    flex: none;
    width: 100px;
    color: ${palette.sand[700]};
  }
  > * {
    min-width: 0;
  }
`

/** `$hasMenu`: the row has a menu at its right end; on a card it is beside the first cell. */
export const Cell = styled.td<Needs & { $hasMenu: boolean }>`
  padding: 12px;
  vertical-align: top;
  overflow-wrap: anywhere;
  &:first-child {
    padding-left: 20px;
  }
  ${asCards} {
    ${card}
    &:first-child {
      margin-right: ${({ $hasMenu }) => ($hasMenu ? '40px' : '0')};
    }
  }
`

export const MenuCell = styled.td<Needs>`
  padding: 6px 12px 6px 0;
  text-align: right;
  vertical-align: top;
  ${asCards} {
    position: absolute;
    top: 8px;
    right: 12px;
    padding: 0;
  }
`

export const Label = styled.span`
  ${visuallyHidden}
`
