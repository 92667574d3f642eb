import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Kept from run to run. */
export const benchFolder = process.env.BENCH_FOLDER ?? path.join(__dirname, '../.run/bench')

/** The run moves the file into the clone when it ends (tools/harness, `publish-documents`). */
export function publish(name: string, content: string | Buffer): void {
  const documents = path.join(benchFolder, 'docs')
  mkdirSync(documents, { recursive: true })
  writeFileSync(path.join(documents, name), content)
}
