/** The JSON of an answer; undefined for an empty one. Its type is the one that the server declares for the endpoint. */
export async function bodyOf<Body>(answer: Response): Promise<Body> {
  const text = await answer.text()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's tests compare every answer with the shape that is declared
  return (text === '' ? undefined : JSON.parse(text)) as Body
}
