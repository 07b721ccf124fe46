// A list of any length whose rows are reached by keys, selected and opened: of tickets, or of whatever else letters act on.
// Does not belong here: loading the rows, what a letter does with them.

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { formatNumber } from '../numbers.ts'
import { useWidth } from '../use_width.ts'
import styles from './Grid.module.css'
import { type GridColumn, GridHead, GridRow } from './GridRow.tsx'
import { type GridGroup, type GridLines, layLines, measureShift, TITLE_HEIGHT } from './lines.ts'
import { type GridActs, type Place, scrollTo, useRovingFocus } from './roving.ts'
import type { GridEntry, GridStore } from './store.ts'

declare module 'react' {
  interface CSSProperties {
    /** A custom property that a style sheet reads. */
    [name: `--${string}`]: string | undefined
  }
}

interface GridProps<Entry extends GridEntry> extends GridActs {
  /** The accessible name. */
  label: string
  store: GridStore<Entry>
  /** The order of the rows. An id whose entry is not in the store yet has an empty row. */
  groups: readonly GridGroup[]
  columns: readonly GridColumn<Entry>[]
  /** What a row is called where it is selected. */
  nameOf: (entry: Entry) => string
  /** On a phone check boxes are shown; otherwise only there while rows are selected. */
  isSelecting?: boolean
}

/** So many rows above and below the window are drawn. */
const OVERSCAN = 10

/** Draws only the rows in the window. It is as high as its place, and scrolls. */
export function Grid<Entry extends GridEntry>(props: GridProps<Entry>) {
  const { label, store, groups, columns, nameOf, isSelecting = false } = props
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  // as wide as a row is high: its height is a token
  const [ruler, height] = useWidth<HTMLDivElement>()
  const laid = useMemo(() => layLines(groups), [groups])
  const hasSelection = useSyncExternalStore(store.subscribe, () => store.getSelected().size > 0)
  const current = useSyncExternalStore(store.subscribe, store.getCurrent)
  const virtualizer = useLines(scroller, laid, height, current === undefined ? undefined : laid.places.get(current))
  useKeptPlace(scroller, laid, height)
  useLayoutEffect(() => store.setOrder(laid.ids), [store, laid])
  const focus = useRovingFocus(scroller, body, laid, height, props)
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={laid.lines.length + 1}
      aria-multiselectable="true"
      className={styles.grid}
      style={tracksOf(columns)}
      data-selecting={isSelecting || hasSelection || undefined}
      {...focus}
    >
      <div ref={ruler} className={styles.ruler} />
      <GridHead columns={columns} />
      <div ref={body} role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const line = laid.lines[index]
          if (line === undefined) return null
          if (line.group) return <GroupTitle key={line.key} group={line.group} line={index} top={start} span={columns.length + 1} />
          return (
            <GridRow
              key={line.key}
              id={line.key}
              line={index}
              top={start}
              store={store}
              columns={columns}
              height={height}
              nameOf={nameOf}
            />
          )
        })}
      </div>
    </div>
  )
}

function GroupTitle({ group, line, top, span }: { group: GridGroup; line: number; top: number; span: number }) {
  return (
    <div role="row" aria-rowindex={line + 2} className={styles.title} style={{ transform: `translateY(${top}px)`, height: TITLE_HEIGHT }}>
      <div role="rowheader" aria-colspan={span}>
        {group.title} <span>{formatNumber(group.ids.length)}</span>
      </div>
    </div>
  )
}

/** The columns, for the window and for a narrower one. */
function tracksOf(columns: readonly GridColumn<never>[]): CSSProperties {
  const join = (shown: readonly GridColumn<never>[]) => shown.map(({ width }) => width).join(' ')
  return { '--columns': join(columns), '--columns-narrow': join(columns.filter(({ isExtra }) => !isExtra)) }
}

/** The lines in the window, and the current one wherever it is, so that the focus is not lost. */
function useLines(scroller: Place, { lines }: GridLines, height: number, kept: number | undefined) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return kept === undefined || shown.includes(kept) ? shown : [...shown, kept].sort((one, other) => one - other)
    },
    [kept],
  )
  return useVirtualizer({
    count: height === 0 ? 0 : lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.group ? TITLE_HEIGHT : height),
    // another function if what is measured is another
    getItemKey: useCallback((index: number) => lines[index]?.key ?? index, [lines, height]),
    overscan: OVERSCAN,
    useFlushSync: false,
    rangeExtractor,
  })
}

/** When lines come or go above the window, it goes on showing the same rows; at the top it shows the new ones. */
function useKeptPlace(scroller: Place, laid: GridLines, height: number): void {
  const last = useRef({ laid, height })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { laid, height }
    const { scrollTop = 0 } = scroller.current ?? {}
    if (scrollTop > 0) scrollTo(scroller, scrollTop + measureShift(before.laid, laid, scrollTop, [before.height, height]))
  }, [scroller, laid, height])
}
