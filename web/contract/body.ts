// The only place that says of what type an answer is: that which the server declares for the operation.

import type { Answer, Operation } from './operation.ts'

/** The JSON of an answer to an operation; undefined for an empty one. */
export async function bodyOf<Key extends Operation>(_operation: Key, answer: Response): Promise<Answer<Key>> {
  const text = await answer.text()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's tests compare every answer with the shape that is declared
  return (text === '' ? undefined : JSON.parse(text)) as Answer<Key>
}
