import { useQuery } from '@tanstack/react-query'
import { macroCategoriesQuery } from '../queries/macros.ts'
import { InlineSelect } from '#kit/InlineSelect.tsx'

interface MacroCategoryFilterProps {
  category: string | undefined
  onChange: (category: string | undefined) => void
}

/** Chooses the macros of one category; nothing where there is none. */
export function MacroCategoryFilter({ category, onChange }: MacroCategoryFilterProps) {
  const { data: categories = [] } = useQuery(macroCategoriesQuery)
  if (categories.length === 0 && category === undefined) return null
  // one whose macros are all inactive is not listed
  const shown = category === undefined || categories.includes(category) ? categories : [category, ...categories]
  return (
    <InlineSelect
      label="Category"
      options={[{ value: '', label: 'All' }, ...shown.map((name) => ({ value: name, label: name }))]}
      value={category ?? ''}
      onChange={(value) => onChange(value === '' ? undefined : value)}
    />
  )
}
