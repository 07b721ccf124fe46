/** One row of the table of condition fields: a field's title, the kinds of rules that can use it, and its operators bound to the ticket. */
import { type RawBuilder, sql } from 'kysely'
import type { Argument } from './argument.ts'
import { changeSet } from './change_set.ts'
import type { RelatedFacts, RuleContext, SearchContext, TicketFacts } from './facts.ts'
import type { RecordList } from './records.ts'
import type { Column, Kind, Meaning, Operator, Test, TestKind } from './kinds.ts'

export type Use = 'trigger' | 'automation' | 'view' | 'sla'
/** What of the context a condition reads. */
export type Need = keyof RelatedFacts | 'update'
/** How a definition shows the values of a field. */
export interface Drawing {
  readonly type: 'list' | 'text' | 'tags' | 'date' | 'datetime' | 'lookup'
  /** The records among the values. Those that the operators name come first. */
  readonly records?: RecordList
  /** The values, if they are not those that the operators name. */
  readonly choices?: readonly { readonly value: string; readonly title: string }[]
}

/** A condition with its field, operator and value, which can be evaluated without further lookups. */
export interface Predicate {
  holds(ticket: TicketFacts, context: RuleContext): boolean
  /** Whether it holds, with the value that decides it: for operators on changes the value before the update and now. */
  explain(ticket: TicketFacts, context: RuleContext): { seen: unknown; holds: boolean }
  /** The same over the table `tickets`; never NULL. @throws Error for a field or an operator of triggers only */
  sql(context: SearchContext): RawBuilder<boolean>
  /** The members of the ticket it reads; of custom fields `custom_fields.<id>`. */
  readonly reads: readonly string[]
  readonly needs: readonly Need[]
}

/** An operator bound to the field it compares. */
export interface FieldOperator {
  readonly argument: Argument<unknown>
  readonly uses: readonly Use[]
  /** False if definitions leave it out. */
  readonly isShown: boolean
  bind(value: unknown): Predicate | undefined
}

/** One row of the table of condition fields. */
export interface FieldRow {
  readonly title: string
  readonly group: 'ticket' | 'requester' | 'organization' | 'custom_object' | 'other'
  readonly uses: readonly Use[]
  readonly needs: readonly Need[]
  readonly nullable: boolean
  readonly drawing: Drawing
  /** True for hours since or until a moment. Such conditions are allowed in `all` only. */
  readonly timed: boolean
  /** The status the ticket must be in for any operator to be true. */
  readonly during: string | undefined
  readonly operators: ReadonlyMap<string, FieldOperator>
}

interface Common<V> {
  title: string
  group?: FieldRow['group']
  read(ticket: TicketFacts, context: RuleContext): V
  /** The members of the ticket that `read` reads. */
  reads: readonly string[]
  needs?: readonly Need[]
  drawing?: Drawing
  /** Whether the definition says that the field can be without a value, if its operators do not say so. */
  nullable?: boolean
  /** True if triggers can ask for changes of the field; `empty` is the value before the ticket existed, null if it is left out. */
  changes?: { readonly empty?: V }
  /** The kinds of rules that can use an operator, if not all that can use the field. */
  only?: Readonly<Record<string, readonly Use[]>>
  /** Operators that clients send and definitions leave out. */
  hidden?: readonly string[]
}

/** A field that views and automations can search by. */
export interface Searchable<V> extends Common<V> {
  kind: Kind<V>
  column: Column
  /** Puts a condition on another record, to which `column` then belongs, into a condition on the ticket. */
  inside?(condition: RawBuilder<boolean>, accountId: number): RawBuilder<boolean>
  uses?: readonly Use[]
  timed?: boolean
  during?: string
}

/** A field that exists only while a ticket is written, or that no query reads. */
export interface Momentary<V> extends Common<V> {
  kind: TestKind<V>
  column?: never
  uses: readonly Exclude<Use, 'automation' | 'view'>[]
  timed?: never
  during?: never
}

/** The definition of a row, before its operators are bound to its field. */
export type Definition<V> = Searchable<V> | Momentary<V>

const RULES: readonly Use[] = ['trigger', 'automation', 'view']
const NEVER_NULL = 'the condition has no SQL'

/** Creates a row. Without `uses` triggers, automations and views can use it. */
export function row<V>(definition: Definition<V>): FieldRow {
  const { title, group = 'ticket', uses = RULES, needs = [], timed = false, during, changes, only = {}, hidden = [] } = definition
  const own = Object.entries<Operator<Test<V>>>(definition.kind)
  const operators = own.map(([name, one]) => [name, bindOperator(one, definition, only[name] ?? uses, !hidden.includes(name))] as const)
  const compares = definition.kind.is ?? definition.kind.includes
  const onChange =
    changes === undefined || compares === undefined || !uses.includes('trigger') ? [] : Object.entries(changeSet<V>(compares))
  const given = own.map(([, { argument }]) => argument)
  return {
    title,
    group,
    uses,
    needs,
    nullable: definition.nullable ?? given.some((argument) => argument.values.includes('')),
    drawing: definition.drawing ?? { type: given[0]?.type === 'tags' ? 'tags' : isListed(given) ? 'list' : 'text' },
    timed,
    during,
    operators: new Map([
      ...operators,
      ...onChange.map(([name, one]) => [name, bindOperator(one, withPrevious(definition), ['trigger'])] as const),
    ]),
  }
}

const isListed = (given: readonly Argument<unknown>[]) => given.some(({ type }) => ['list', 'id', 'ids'].includes(type))

/** The same field with its value before the update beside the one of now. */
function withPrevious<V>(definition: Definition<V>): Momentary<{ previous: V; current: V }> {
  const { title, read, reads, needs = [], changes } = definition
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `empty` may be left out only where null is a value
  const empty = changes?.empty ?? (null as V)
  const pair = (ticket: TicketFacts, context: RuleContext) => {
    const { before } = updateOf(context)
    return { previous: before === null ? empty : read(before, context), current: read(ticket, context) }
  }
  return { title, kind: {}, read: pair, reads, needs: [...needs, 'update'], uses: ['trigger'] }
}

/** The facts of the update. @throws Error when a rule that needs them is evaluated outside an update */
export function updateOf({ update }: RuleContext): NonNullable<RuleContext['update']> {
  if (update === undefined) throw new Error('a rule needs the facts of an update, and there is none')
  return update
}

/** Facts of another record. @throws Error when they were not loaded */
export function relatedOf<Name extends keyof RelatedFacts>({ related }: RuleContext, name: Name): Exclude<RelatedFacts[Name], undefined> {
  const found = related?.[name]
  if (found === undefined) throw new Error(`a rule needs the facts "${name}", and they were not loaded`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- undefined is refused above
  return found as Exclude<RelatedFacts[Name], undefined>
}

/** True and false by the words that the conditions have for them. */
function toWord<V>({ argument: { values } }: Operator<Test<V>>, seen: V): V | string {
  const word = typeof seen === 'boolean' && values.length === 2 ? values[seen ? 0 : 1] : undefined
  return word ?? seen
}

function bindOperator<V>(operator: Operator<Test<V>>, definition: Definition<V>, uses: readonly Use[], isShown = true): FieldOperator {
  const { read, during, needs = [] } = definition
  const bind = (value: unknown): Predicate | undefined => {
    const meaning = operator.bind(value)
    if (meaning === undefined) return undefined
    const holds = (ticket: TicketFacts, context: RuleContext, seen = read(ticket, context)) =>
      (during === undefined || ticket.status === during) && meaning.test(seen, ticket, context)
    const explain = (ticket: TicketFacts, context: RuleContext) => {
      const seen = read(ticket, context)
      return { seen: toWord(operator, seen), holds: holds(ticket, context, seen) }
    }
    const reads = [...definition.reads, ...(meaning.reads ?? []), ...(during === undefined ? [] : ['status'])]
    return {
      holds: (ticket, context) => holds(ticket, context),
      explain,
      sql: (context) => search(meaning, definition, context),
      reads,
      needs,
    }
  }
  return { argument: operator.argument, uses, isShown, bind }
}

function search<V>(meaning: Test<V>, definition: Definition<V>, context: SearchContext): RawBuilder<boolean> {
  const find = (meaning as Partial<Meaning<V>>).sql
  if (definition.column === undefined || find === undefined) throw new Error(`"${definition.title}": ${NEVER_NULL}`)
  const { column, during, inside } = definition
  const found = inside === undefined ? find(column, context) : inside(find(column, context), context.account_id)
  return during === undefined ? found : sql<boolean>`(tickets.status = ${during} and ${found})`
}
