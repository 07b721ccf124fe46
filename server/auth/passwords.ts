/** Passwords: argon2id, in the PHC text form, so that the cost can be raised later without touching old hashes. */
import { argon2, type Argon2Parameters, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { ensureDefined } from '#lib/defined.ts'
import { sameHash } from '#core/secrets.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
/** 19 MiB, two passes, one lane. @source https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const BYTES = 32

let cost: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'> = COST
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const encodeUnpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password with a fresh salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive('argon2id', { message: password, nonce: salt, tagLength: BYTES, ...cost })
  return phc(salt, hash)
}

/** True if `password` is the one that was hashed. Takes as long without a hash, so that the time does not reveal which users exist. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = ensureDefined(FORM.exec(stored ?? decoy()))
  const expected = Buffer.from(ensureDefined(hash), 'base64')
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(ensureDefined(salt), 'base64'),
    tagLength: expected.length,
    ...parameters,
  })
  return sameHash(expected, actual) && stored !== null
}

/** Derives 32 bytes from a passphrase and a salt: part of a key. Nothing is stored that a guess could be checked against. */
export function stretchPassphrase(passphrase: string, salt: Buffer): Promise<Buffer> {
  return derive('argon2id', { message: passphrase, nonce: salt, tagLength: BYTES, ...cost })
}

/** A hash that matches no password, with today's cost. */
const decoy = () => phc(Buffer.alloc(16), Buffer.alloc(BYTES))

function phc(salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encodeUnpadded(salt)}$${encodeUnpadded(hash)}`
}

/** From now on this process hashes with the lowest possible cost. For tests only: `test/structure.test.ts` refuses a call from the product. */
export function useFastHashForTests(): void {
  cost = { memory: 8, passes: 1, parallelism: 1 }
}
