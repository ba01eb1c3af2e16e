/** Describes the machine that runs the benchmark. */
import { arch, cpus, platform, totalmem } from 'node:os'

export function describeMachine(): string {
  const [processor] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${processor?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory} GB of memory, ${platform()} ${arch()}, Node ${process.versions.node}`
}
