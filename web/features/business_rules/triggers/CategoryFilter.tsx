import { useQuery } from '@tanstack/react-query'
import { triggerCategoriesQuery } from '../queries/trigger_categories.ts'
import { InlineSelect } from '#kit/InlineSelect.tsx'

interface CategoryFilterProps {
  category: number | undefined
  onChange: (category: number | undefined) => void
}

/** Chooses the triggers of one category; nothing where there is one only. */
export function CategoryFilter({ category, onChange }: CategoryFilterProps) {
  const { data: categories = [] } = useQuery(triggerCategoriesQuery)
  if (categories.length < 2 && category === undefined) return null
  return (
    <InlineSelect
      label="Category"
      options={[{ value: '', label: 'All' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
      value={category === undefined ? '' : String(category)}
      onChange={(value) => onChange(value === '' ? undefined : Number(value))}
    />
  )
}
