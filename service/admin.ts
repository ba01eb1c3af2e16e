/**
 * The operator's command line. It uses the same store as a running service, which applies each change from its next
 * request.
 * `npm run --silent admin -- <command> [--json]`; `--help` lists the commands.
 */
import { runAdmin } from './operator/commands.ts'

const { code, out, err } = await runAdmin(process.argv.slice(2), process.env)
process.stdout.write(out)
process.stderr.write(err)
process.exitCode = code
