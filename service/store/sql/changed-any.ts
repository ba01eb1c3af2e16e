/** Whether an update changed any row. */

type Change = { executeTakeFirst(): Promise<{ readonly numUpdatedRows: bigint }> }

/** Executes an update; returns whether it changed a row. */
export const changedAny = async (change: Change): Promise<boolean> =>
  (await change.executeTakeFirst()).numUpdatedRows > 0n
