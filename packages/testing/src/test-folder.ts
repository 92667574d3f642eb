import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A folder of a test's own. */
export interface TestFolder {
  path: string
  /** As a STORAGE_URL. */
  url: string
  close(): Promise<void>
}

export async function createTestFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pas-test-'))
  return { path: folder, url: `file://${folder}`, close: () => rm(folder, { recursive: true, force: true }) }
}
