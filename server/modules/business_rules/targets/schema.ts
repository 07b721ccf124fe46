// TARGETS: external addresses that rules notify of tickets, from before there were webhooks.
// Not here: the jobs that call them (call.ts).
import Type, { type Static, type TSchema } from 'typebox'
import { flag, flagOrNull, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Name, Text, wrapInKey } from '#http/shape.ts'
import { type MemberValue, TARGET_MEMBERS } from './types.ts'

const flags = new Set(['ssl', 'preserve_format'])
const members = Object.fromEntries(TARGET_MEMBERS.map((name) => [name, flags.has(name) ? Flag : Text])) as Record<string, TSchema>

const Known = defineInput({ title: Name, type: Name, active: Flag })
export const TargetBody = wrapInKey('target', Type.Unsafe<TargetInput>(defineInput({ title: Name, type: Name, active: Flag, ...members })))
/** The input of a target: the common members, and those of its kind. */
export type TargetInput = Static<typeof Known> & Readonly<Record<string, MemberValue | undefined>>

const Common = Type.Object({ url: text, id: whole, created_at: text, type: text, title: text, active: flag })
const shown = Object.fromEntries(TARGET_MEMBERS.map((name) => [name, Type.Optional(flags.has(name) ? flagOrNull : textOrNull)]))

/** The common members, and those of its kind. */
export const Target = Type.Unsafe<Static<typeof Common> & Readonly<Record<string, MemberValue | number>>>(
  Type.Object({ ...Common.properties, ...shown }),
)
export const OneTarget = Type.Object({ target: Target })
export const SomeTargets = Type.Object({ targets: Type.Array(Target) })
