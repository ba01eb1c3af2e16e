/** Members by holder, such as connections by address block, with the oldest member of the largest holder. */

export type Holders<Member> = {
  add(holder: string, member: Member): void
  remove(holder: string, member: Member): void
  /** Number of members of a holder. */
  count(holder: string): number
  /** The oldest member of a holder; undefined if it has none. */
  oldestOf(holder: string): Member | undefined
  /** The holder with the most members; undefined without members. Reads all holders. */
  largest(): { readonly holder: string; readonly count: number } | undefined
}

/** Creates an empty set of holders. */
export function createHolders<Member>(): Holders<Member> {
  /** Members of each holder, oldest first. */
  const membersByHolder = new Map<string, Set<Member>>()
  return {
    add(holder, member) {
      const members = membersByHolder.get(holder)
      if (members) members.add(member)
      else membersByHolder.set(holder, new Set([member]))
    },
    remove(holder, member) {
      const members = membersByHolder.get(holder)
      members?.delete(member)
      if (members?.size === 0) membersByHolder.delete(holder)
    },
    count: (holder) => membersByHolder.get(holder)?.size ?? 0,
    oldestOf(holder) {
      const [oldest] = membersByHolder.get(holder) ?? []
      return oldest
    },
    largest() {
      let largest: { holder: string; count: number } | undefined
      for (const [holder, { size }] of membersByHolder)
        if (size > (largest?.count ?? 0)) largest = { holder, count: size }
      return largest
    },
  }
}
