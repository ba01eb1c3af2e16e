/**
 * A process that runs one scan, for the parent to kill:
 * `node bench/scan/scan-process.ts <database> <symbols>`.
 */
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { runScanBench } from './run.ts'

const [databasePath, symbolCount] = process.argv.slice(2)
await runScanBench(Number(symbolCount), sqliteStore(databasePath!))
