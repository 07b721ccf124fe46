// The categories of triggers: their order, names and the number of their triggers.
// Does not belong here: the triggers (triggers/TriggersPage.tsx).

import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { triggerCategoriesQuery, type TriggerCategory, useMoveCategories } from '../queries/trigger_categories.ts'
import { Loaded, reportError } from '#features/common/public.ts'
import { paths } from '#lib/paths.ts'
import { placingsOf } from '#lib/positions.ts'
import { type Column, PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { RowMenu } from '#kit/RowMenu.tsx'
import { TextAnchor } from '#kit/text.tsx'
import { DeleteCategoryDialog, NameDialog } from './dialogs.tsx'
import { formatNumber } from '#kit/numbers.ts'

const TextLink = createLink(TextAnchor)

/** The page at `paths.trigger_categories`. @source docs/reference/business_rules.md §2.5 */
export function TriggerCategoriesPage() {
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      isList
      title="Trigger categories"
      intro="Triggers run in the order of their categories, and in their own order within each."
      action={
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add category
        </Button>
      }
    >
      <Loaded query={useQuery(triggerCategoriesQuery)} noun="trigger categories">
        {(categories) => (
          <Card>
            {categories.length === 0 ? (
              <EmptyState icon="shapes" title="No trigger categories yet">
                Add one with the button above. The first trigger gets one of its own.
              </EmptyState>
            ) : (
              <Categories categories={categories} />
            )}
          </Card>
        )}
      </Loaded>
      {isAdding && <NameDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Categories({ categories }: { categories: readonly TriggerCategory[] }) {
  const [asked, setAsked] = useState<{ act: 'rename' | 'delete'; category: TriggerCategory }>()
  const move = useMoveCategories()
  const places = categories.map(({ id, position }) => ({ id: Number(id), position }))
  const close = () => setAsked(undefined)
  const actionsOf = (category: TriggerCategory) => {
    const index = categories.indexOf(category)
    const moveBy = (by: -1 | 1) => move.mutate(placingsOf(places, index, index + by), { onError: reportError })
    return [
      { label: 'Rename', onSelect: () => setAsked({ act: 'rename', category }) },
      ...(index > 0 ? [{ label: 'Move up', onSelect: () => moveBy(-1) }] : []),
      ...(index < categories.length - 1 ? [{ label: 'Move down', onSelect: () => moveBy(1) }] : []),
      { label: 'Delete', isDanger: true, onSelect: () => setAsked({ act: 'delete', category }) },
    ]
  }
  return (
    <>
      <PlainTable
        label="Trigger categories"
        entries={categories}
        columns={columns}
        keyOf={({ id }) => id}
        menuOf={(category) => <RowMenu label={`Actions for ${category.name}`} actions={actionsOf(category)} />}
      />
      {asked?.act === 'rename' && <NameDialog category={asked.category} onClose={close} />}
      {asked?.act === 'delete' && <DeleteCategoryDialog category={asked.category} onClose={close} />}
    </>
  )
}

const columns: readonly Column<TriggerCategory>[] = [
  {
    title: 'Name',
    render: ({ id, name }) => (
      <TextLink to={paths.triggers} search={{ category: Number(id) }}>
        {name}
      </TextLink>
    ),
  },
  { title: 'Active triggers', width: '132px', render: ({ active_count = 0 }) => formatNumber(active_count) },
  { title: 'Inactive triggers', width: '132px', render: ({ inactive_count = 0 }) => formatNumber(inactive_count) },
]
