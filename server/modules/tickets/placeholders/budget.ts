/** What one rendering of a template may do. It does not depend on time, so a text is rendered the same way each time. */
import type { Context } from 'liquidjs'

/** `nodes`: parts that are rendered and filters that are called. `work`: characters and items that filters are given and make. */
const LIMITS = { output: 262_144, nodes: 20_000, value: 262_144, work: 4_000_000 } as const

const REGISTER = 'budget'

class LimitReached extends Error {}

/** What a rendering may still do. */
export class Budget {
  #nodes: number = LIMITS.nodes
  #output: number = LIMITS.output
  #work: number = LIMITS.work

  /** @throws LimitReached */
  node(): void {
    this.#nodes -= 1
    if (this.#nodes < 0) throw new LimitReached('too many parts')
  }

  /** @throws LimitReached */
  write(length: number): void {
    this.#output -= length
    if (this.#output < 0) throw new LimitReached('too long')
  }

  /** Counts a value that a filter is given or makes. @throws LimitReached */
  filter(size: number): void {
    this.#work -= size
    if (size > LIMITS.value || this.#work < 0) throw new LimitReached('too much for filters')
  }
}

/** Gives a rendering its budget. */
export function giveBudget(ctx: Context): void {
  ctx.setRegister(REGISTER, new Budget())
}

/** The budget of a rendering. */
export function budgetOf(ctx: Context): Budget {
  const budget: unknown = ctx.getRegister(REGISTER)
  if (budget instanceof Budget) return budget
  throw new Error('A template is rendered without its budget')
}
