/** Compares each response with the schema its route declares. A wrong type in a response fails the request in tests. */
import { Ajv, type ValidateFunction } from 'ajv'
import type { AnyRoute } from '#http/route.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
const compiled = new WeakMap<object, ValidateFunction>()

/** @throws Error naming the members that do not match */
export function checkAnswer(route: AnyRoute, body: unknown): void {
  if (route.answer === undefined || body === undefined) return
  const validate = compiled.get(route.answer) ?? ajv.compile(route.answer)
  compiled.set(route.answer, validate)
  if (!validate(body))
    throw new Error(`${route.method} ${route.path} answers what its shape does not allow: ${ajv.errorsText(validate.errors)}`)
}
