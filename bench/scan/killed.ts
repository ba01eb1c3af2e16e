/** A process that scans and is killed by its parent: `node bench/scan/killed.ts <database> <symbols>`. */
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { scanOf } from './run.ts'

const [path, count] = process.argv.slice(2)
await scanOf(Number(count), sqliteStore(path!))
