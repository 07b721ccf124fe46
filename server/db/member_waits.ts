/** Waits for members of a machine: each ends when every member that it names has reached a number, or when its time is up. */

/** See the top of this file. */
export interface MemberWaits<Member> {
  /** Calls `done` when each has reached its number, at once if there is none; after `limit_ms` in any case. */
  begin(missing: Map<Member, number>, done: () => void, limit_ms?: number): void
  /** A member has reached those numbers for which `isReached` is true. */
  reach(member: Member, isReached: (number: number) => boolean): void
}

interface Wait<Member> {
  readonly missing: Map<Member, number>
  readonly end: () => void
}

/** Creates {@link MemberWaits}: none yet. */
export function makeMemberWaits<Member>(): MemberWaits<Member> {
  const waits = new Set<Wait<Member>>()
  return {
    begin(missing, done, limit_ms) {
      if (missing.size === 0) return done()
      const end = () => {
        clearTimeout(limit)
        waits.delete(wait)
        done()
      }
      const limit = limit_ms === undefined ? undefined : setTimeout(end, limit_ms).unref()
      const wait = { missing, end }
      waits.add(wait)
    },
    reach(member, isReached) {
      for (const { missing, end } of waits) {
        const number = missing.get(member)
        if (number === undefined || !isReached(number)) continue
        missing.delete(member)
        if (missing.size === 0) end()
      }
    },
  }
}
