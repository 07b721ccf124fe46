/** What an entry of TICKET_MEMBERS says, and how it is compared with the table `tickets`. Pure. */
import type { InsertType, SelectType } from 'kysely'
import type { TSchema } from 'typebox'
import type { TicketsTable } from '#db/tables.ts'
import type { Timestamp } from '#lib/clock.ts'
import type { TicketFacts } from '#rules/facts.ts'
import type { TicketEventType } from '#modules/common/webhook_events/event_types.ts'

type PgType = 'text' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'timestamptz' | 'jsonb' | 'text[]' | 'bigint[]'

/** A type of PostgreSQL, and of the values that are not null. */
interface Column<Value, Type extends PgType = PgType> {
  readonly type: Type
  /** Never set: it is how the type of the values is known. */
  readonly value?: Value
}

export const BIGINT: Column<number, 'bigint'> = { type: 'bigint' }
export const INTEGER: Column<number, 'integer'> = { type: 'integer' }
export const SMALLINT: Column<number, 'smallint'> = { type: 'smallint' }
export const BOOLEAN: Column<boolean, 'boolean'> = { type: 'boolean' }
export const TEXT: Column<string, 'text'> = { type: 'text' }
export const TIMESTAMP: Column<Timestamp, 'timestamptz'> = { type: 'timestamptz' }
export const TEXTS: Column<readonly string[], 'text[]'> = { type: 'text[]' }
export const BIGINTS: Column<readonly number[], 'bigint[]'> = { type: 'bigint[]' }
/** A text that is one of a few words. */
export const wordColumn = <Word extends string>(): Column<Word, 'text'> => ({ type: 'text' })
/** JSON, with the type of its values. */
export const jsonColumn = <Value>(): Column<Value, 'jsonb'> => ({ type: 'jsonb' })

/** What an entry may say of a member that no column has. */
interface ComputedMember {
  /** Its shape in answers. */
  readonly answer?: TSchema
}

/** What an entry may say of a member that is a column. */
interface StoredMember extends ComputedMember {
  readonly column: Column<unknown>
  /** Its value in a new ticket, before anything is applied. Without it blankTicket says it, since it depends on the account or the caller. */
  readonly blank?: unknown
  /** The public API has no such member: presentTicket shows it behind the others, as it is stored. One without this key is written out there. */
  readonly extension?: true
  /** Lists and single answers read the column, although they do not show it under its name. Those with `answer` are read anyway. */
  readonly listed?: true
  /** Its shape in requests. */
  readonly input?: TSchema
  /** What is sent is stored as it is: applyInput does nothing else with it. */
  readonly as_sent?: true
  /** Changes are events of audits, in the order of `place`; `always`: a new ticket has the event even when the member is empty. */
  readonly audit?: { readonly place: number; readonly always?: true }
  /** Rules can change it. What rules read is in server/rules/facts.ts. */
  readonly ruled?: true
  /** The type of the webhook event of a change. */
  readonly event?: TicketEventType
  /** It is a column of views under its own name. */
  readonly view?: { readonly title: string }
  /** Deleting a ticket for good sets it to its `blank`. */
  readonly scrubbed?: true
}

/** The columns that members can be. The others identify a row and say whether it is deleted; acts of their own write them. */
type Name = Exclude<
  keyof TicketsTable,
  'account_id' | 'id' | 'lock_version' | `${'deleted' | 'restored' | 'scrubbed'}_at` | 'deleted_by_id'
>
type IsNullable<Member extends Name> = null extends TicketsTable[Member] ? true : false
/** What is read of a column. That of a generated JSON column is itself the type of a column. */
type Read<Member extends Name> = SelectType<SelectType<TicketsTable[Member]>>
type NotNull<Member extends Name> = NonNullable<Read<Member>>

/** The types of PostgreSQL that a column of the table can have, as far as its generated type tells. */
type PgTypeOf<Member extends Name> =
  Date extends InsertType<TicketsTable[Member]>
    ? 'timestamptz'
    : unknown extends Read<Member>
      ? 'jsonb'
      : NotNull<Member> extends boolean
        ? 'boolean'
        : NotNull<Member> extends number
          ? 'bigint' | 'integer' | 'smallint'
          : NotNull<Member> extends string
            ? 'text'
            : NotNull<Member> extends readonly string[]
              ? 'text[]'
              : 'bigint[]'

type Single = string | number | boolean
/** What an entry of this name may say. Lists and objects have events of audits and columns of views of their own kinds. */
type Sayable<Member> = Member extends Name
  ? StoredMember & {
      readonly column: Column<Readonly<NotNull<Member>>, PgTypeOf<Member>>
      readonly audit?: NotNull<Member> extends Single ? StoredMember['audit'] : never
      readonly ruled?: Member extends keyof TicketFacts ? true : never
      readonly event?: NotNull<Member> extends Single | readonly Single[] ? StoredMember['event'] : never
      readonly view?: NotNull<Member> extends Single ? StoredMember['view'] : never
    }
  : ComputedMember
/** The same, and nothing else: keys that mean nothing are refused. */
type Entry<Member, Given> = Sayable<Member> & { readonly [Key in Exclude<keyof Given, keyof Sayable<Member>>]: never }

/** The table as it is given. Entries that contradict the table `tickets`, or themselves, do not compile. */
export function defineMembers<const Table extends { readonly [Member in keyof Table]: Entry<Member, Table[Member]> }>(table: Table): Table {
  return table
}

/** The value of a member that is a column: null only where the column may be. */
export type ValueOf<Member, Given> = Given extends { readonly column: Column<infer Value> }
  ? Member extends Name
    ? IsNullable<Member> extends true
      ? Value | null
      : Value
    : never
  : never

/** The names of the entries that have this key. */
export type NamesWith<Table, Key extends string> = {
  [Member in keyof Table]: Table[Member] extends { readonly [Given in Key]: unknown } ? Member : never
}[keyof Table]

/** What the entries say under a key. */
export type Plucked<Table, Key extends string> = {
  readonly [Member in NamesWith<Table, Key>]: Table[Member] extends { readonly [Given in Key]: infer Said } ? Said : never
}

/** What the entries of a table say under a key, without those that do not have it; in the order of the table. */
export function pluck<Table extends object, Key extends string>(table: Table, key: Key): Plucked<Table, Key> {
  const entries: [name: string, entry: Readonly<Record<string, unknown>>][] = Object.entries(table)
  const found = entries.filter(([, entry]) => Object.hasOwn(entry, key))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses the names, which are those of the entries with `key`
  return Object.fromEntries(found.map(([name, entry]) => [name, entry[key]])) as Plucked<Table, Key>
}
