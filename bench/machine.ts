/** The machine that something was measured on, in its own words. */
import { arch, cpus, platform, totalmem } from 'node:os'

export function machine(): string {
  const [processor] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${processor?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory} GB of memory, ${platform()} ${arch()}, Node ${process.versions.node}`
}
