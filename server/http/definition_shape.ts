/** Shapes of definitions: what editors can make conditions and actions of. @source docs/reference/business_rules.md §3.3, §4.2 */
import Type from 'typebox'
import { flag, text } from './answer_shape.ts'

/** The members that every definition has. */
export const DEFINITION = { title: text, subject: text, type: text, group: text, nullable: flag, repeatable: flag }
/** A value that can be chosen. */
export const DefinedValue = Type.Object({ value: text, title: text, enabled: flag })
/** An operator that can be chosen. */
export const DefinedOperator = Type.Object({ value: text, title: text, terminal: flag })
