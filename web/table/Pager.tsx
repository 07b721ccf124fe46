import styled from 'styled-components'
import { IconButton } from '../ui/Button.tsx'
import { palette } from '../ui/palette.ts'
import type { ShownPage } from './pages.ts'

type PagerProps = Pick<ShownPage<unknown>, 'page' | 'page_count' | 'first' | 'last' | 'total'> & { onPage: (page: number) => void }

/** Says which part of the list is shown and turns the page. */
export function Pager({ page, page_count, first, last, total, onPage }: PagerProps) {
  return (
    <Frame aria-label="Pages">
      <span role="status">
        {first}–{last} of {total}
      </span>
      <IconButton label="Previous page" icon="chevron-left" isDisabled={page <= 1} onClick={() => onPage(page - 1)} />
      <IconButton label="Next page" icon="chevron-right" isDisabled={page >= page_count} onClick={() => onPage(page + 1)} />
    </Frame>
  )
}

const Frame = styled.nav`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  padding: 10px 16px;
  border-top: 1px solid ${palette.sand[200]};
  color: ${palette.sand[800]};
  font-variant-numeric: tabular-nums;
  span {
    margin-right: 8px;
  }
`
