/** Repeats a batch as long as it was full. */
export async function inBatches(size: number, work: () => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const done = await work()
    all += done
    if (done < size) return all
  }
}
