import { RecordInvalid } from '../../errors.ts'
import { isIdentifierConflict } from './store.ts'

/** Runs a write; says in the usual words when somebody else took the identifier in between. @throws RecordInvalid */
export async function refusingTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isIdentifierConflict(error))
      throw new RecordInvalid({ identifier: [{ description: 'Identifier: has already been taken', error: 'DuplicateValue' }] })
    throw error
  }
}
