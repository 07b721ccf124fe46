/** Reads environment variables by their types, and collects what is wrong with them. What they mean is in config.ts. */
import { ensureDefined } from '#lib/defined.ts'
import { isOneOf } from '#lib/objects.ts'
import { VARIABLES } from './variables.ts'

/** A variable that the server reads. */
export type VariableName = (typeof VARIABLES)[number]['name']

/** The environment. A variable that is absent or blank has its default. A value with a fault is returned all the same. */
export interface Environment {
  text(name: VariableName): string
  /** Null for an empty text. */
  textOrNull(name: VariableName): string | null
  /** Texts separated by commas. */
  list(name: VariableName): readonly string[]
  whole(name: VariableName, least: number, most: number): number
  oneOf<Value extends string>(name: VariableName, values: readonly Value[]): Value
  /** True for `on`. */
  isOn(name: VariableName): boolean
  /** Adds a fault, which repeats the value, unless `isFine`. `must`: what the variable must be. */
  expect(name: VariableName, isFine: boolean, must: string): void
  /** Adds a fault in words of its own: for values that may hold a secret. */
  refuse(fault: string): void
  /** All faults up to now. */
  readonly faults: readonly string[]
}

/** Reads variables from `env`. */
export function makeEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const faults: string[] = []
  const text = (name: VariableName) => env[name]?.trim() || ensureDefined(VARIABLES.find((variable) => variable.name === name)).fallback
  const checkVariable = (name: VariableName, isFine: boolean, must: string) =>
    void (isFine || faults.push(`${name} must be ${must}, not "${text(name)}"`))
  const oneOf = <Value extends string>(name: VariableName, values: readonly Value[]) => {
    const given = text(name)
    if (isOneOf(values, given)) return given
    checkVariable(name, false, `one of ${values.join(', ')}`)
    return ensureDefined(values[0])
  }
  return {
    text,
    textOrNull: (name) => text(name) || null,
    list: (name) => Object.freeze(partsOf(text(name))),
    whole(name, least, most) {
      const value = Number(text(name))
      checkVariable(name, Number.isInteger(value) && value >= least && value <= most, `a whole number from ${least} to ${most}`)
      return value
    },
    oneOf,
    isOn: (name) => ['on', '1'].includes(oneOf(name, ['on', 'off', '1', '0'])),
    expect: checkVariable,
    refuse: (fault) => void faults.push(fault),
    faults,
  }
}

const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
