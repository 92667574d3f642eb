import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface TestFolder {
  path: string
  url: string
  close(): Promise<void>
}

export async function createTestFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pas-test-'))
  return { path: folder, url: `file://${folder}`, close: () => rm(folder, { recursive: true, force: true }) }
}
