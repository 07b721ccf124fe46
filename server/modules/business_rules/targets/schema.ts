// TARGETS: external addresses that rules notify of tickets, from before there were webhooks.
// Not here: calling them.
import Type, { type Static, type TSchema } from 'typebox'
import { Anything, Flag, input, Name, Text, wrapped } from '../../../http/shape.ts'
import { TARGET_MEMBERS } from './types.ts'

const flags = new Set(['ssl', 'preserve_format'])
const members = Object.fromEntries(TARGET_MEMBERS.map((name) => [name, flags.has(name) ? Flag : Text])) as Record<string, TSchema>

const Known = input({ title: Name, type: Name, active: Flag })
export const TargetBody = wrapped('target', Type.Unsafe<TargetInput>(input({ title: Name, type: Name, active: Flag, ...members })))
/** The input of a target: the common members, and those of its kind. */
export type TargetInput = Static<typeof Known> & Readonly<Record<string, unknown>>

export const Target = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  created_at: Type.String(),
  type: Type.String(),
  title: Type.String(),
  active: Type.Boolean(),
  target_url: Type.Optional(Anything),
})
export const OneTarget = Type.Object({ target: Target })
export const SomeTargets = Type.Object({ targets: Type.Array(Target) })
