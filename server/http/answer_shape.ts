/**
 * The parts that shapes of answers are written with. Each is JSON Schema: it types what a handler returns, describes it in openapi.json, and tests
 * compare answers with it. Not here: shapes of what is sent, whose members are optional and bounded (shape.ts).
 */
import Type, { type Static, type TSchema } from 'typebox'

export const text = Type.String()
export const flag = Type.Boolean()
/** A whole number, such as an id. */
export const whole = Type.Integer()
export const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const flagOrNull = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })
export const wholeOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
export const texts = Type.Array(text)
export const wholes = Type.Array(whole)
/** A JSON object whose members are not known beforehand, such as the values of custom fields. */
export const anyObject = Type.Record(Type.String(), Type.Unknown())

/** A shape, or null. */
export const orNull = <Shape extends TSchema>(shape: Shape) => Type.Unsafe<Static<Shape> | null>(Type.Union([Type.Null(), shape]))

/** One of these texts. */
export const oneOf = <const Value extends string>(values: readonly Value[]) => Type.Unsafe<Value>({ type: 'string', enum: [...values] })
