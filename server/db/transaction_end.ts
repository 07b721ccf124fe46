/** What is done at the end of a transaction: in it, just before the commit, and after the commit. */

type Step<Db, Item> = (db: Db, items: readonly Item[]) => Promise<void>

/** The end of one transaction. */
export class TransactionEnd<Db> {
  /** The items of each step, by the function that receives them. */
  private readonly steps = new Map<Step<Db, unknown>, unknown[]>()
  private readonly laterActs: (() => void)[] = []

  addStep<Item>(lastAct: Step<Db, Item>, item: Item): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a function receives only the items that were added for it
    const act = lastAct as Step<Db, unknown>
    const items = this.steps.get(act)
    if (items === undefined) this.steps.set(act, [item])
    else items.push(item)
  }

  addLaterAct(act: () => void): void {
    this.laterActs.push(act)
  }

  /** Runs the last steps of the transaction. */
  async runSteps(db: Db): Promise<void> {
    for (const [lastAct, items] of this.steps) await lastAct(db, items)
  }

  /** To be called once the transaction is committed. */
  runLaterActs(): void {
    for (const act of this.laterActs) act()
  }
}
