import { open, mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { RunResult } from '../run-result'
import { illustratedCommentOf } from './comment'
import { htmlReport } from './html-report'
import { jsonReport } from './json-report'
import { junitReport } from './junit-report'
import { sarifReport } from './sarif-report'

const unfinishedName = '.pas-check-'
const commentPicture = /^difference-\d{1,3}-(?:before|after|marked)\.png$/

/** Makes the folder, and a file's place in it, as the reports will: before anything is sent, it can be named anew. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await rmdir(await mkdtemp(path.join(folder, unfinishedName)))
}

/**
 * Writes every report into `folder`, each beside its place first and then renamed: a run that is killed leaves the old
 * file or the new one. Removes the comment's pictures of an earlier run. Resolves to the files' names.
 */
export async function writeReports(folder: string, result: RunResult): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const { markdown, pictures } = illustratedCommentOf(result)
  const files: { name: string; pieces: Iterable<string | Uint8Array> }[] = [
    // The comment comes after the pictures that it names.
    ...pictures.map(({ name, png }) => ({ name, pieces: [png] })),
    { name: 'comment.md', pieces: [markdown] },
    { name: 'report.html', pieces: htmlReport(result) },
    { name: 'report.json', pieces: [jsonReport(result)] },
    { name: 'junit.xml', pieces: [junitReport(result)] },
    { name: 'report.sarif', pieces: [sarifReport(result)] },
  ]
  const unfinished = await mkdtemp(path.join(folder, unfinishedName))
  try {
    for (const { name, pieces } of files) await writePieces(path.join(unfinished, name), pieces)
    for (const { name } of files) await rename(path.join(unfinished, name), path.join(folder, name))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  const names = files.map(({ name }) => name)
  for (const name of await readdir(folder))
    if (commentPicture.test(name) && !names.includes(name)) await rm(path.join(folder, name))
  return names.sort()
}

async function writePieces(file: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    for (const piece of pieces) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
