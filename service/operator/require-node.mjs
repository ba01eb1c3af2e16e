/** Ends the process with one line if Node is too old for TypeScript files. Loaded with `--import` before them. */
const minMajor = 24
if (Number(process.versions.node.split('.')[0]) < minMajor) {
  process.stderr.write(
    `Node ${process.versions.node} is too old: use Node ${minMajor} or newer, such as node_modules/.bin/node after npm ci on Linux.\n`,
  )
  process.exit(1)
}
