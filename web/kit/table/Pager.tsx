import type { ShownPage } from './pages.ts'
import { PagerBar } from './PagerBar.tsx'

type PagerProps = Pick<ShownPage<unknown>, 'page' | 'page_count' | 'first' | 'last' | 'total'> & { onPage: (page: number) => void }

/** Shows which part of the list is visible, and changes the page. */
export function Pager({ page, page_count, first, last, total, onPage }: PagerProps) {
  return (
    <PagerBar
      shown={`${first}–${last} of ${total}`}
      place={page}
      back={{ label: 'Previous page', isDisabled: page <= 1, onClick: () => onPage(page - 1) }}
      on={{ label: 'Next page', isDisabled: page >= page_count, onClick: () => onPage(page + 1) }}
    />
  )
}
