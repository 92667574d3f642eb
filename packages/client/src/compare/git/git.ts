import { spawn } from 'node:child_process'
import { visibleText } from '../../reports/visible-text'
import { UsageError } from '../../usage-error'

export interface GitAnswer {
  isDone: boolean
  output: Buffer
  /** Git's own first line of what went wrong. */
  reason: string
}

export type Git = (...args: string[]) => Promise<GitAnswer>

const timeoutMs = 120_000
/** A list of all names that changed, or one file. */
const maxOutputBytes = 32 * 1024 * 1024

/** Without a shell; paths are never patterns; nothing that the repository configures is started. */
export function createGit(folder: string, environment: Readonly<Record<string, string | undefined>>): Git {
  const env = {
    ...environment,
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
  return (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn('git', ['-c', 'core.fsmonitor=false', ...args], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: timeoutMs,
      })
      const chunks: Buffer[] = []
      let bytes = 0
      let stderr = ''
      child.stdout.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxOutputBytes) child.kill()
        else chunks.push(chunk)
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (stderr.length < 10_000) stderr += text
      })
      child.on('error', (cause: NodeJS.ErrnoException) => {
        const why = cause.code === 'ENOENT' ? 'Git is not installed here, or not in PATH' : cause.message
        reject(new UsageError(`--against git: ${why}. Install it, or compare two folders.`, { cause }))
      })
      child.on('close', (code) => {
        const reason =
          bytes > maxOutputBytes ? 'its answer is too long' : visibleText(stderr.split('\n')[0] ?? '', 300)
        resolve({ isDone: code === 0 && bytes <= maxOutputBytes, output: Buffer.concat(chunks), reason })
      })
    })
}

/** The answer's text without its last line feed, or null when Git refused. */
export async function askGit(git: Git, ...args: string[]): Promise<string | null> {
  const { isDone, output } = await git(...args)
  return isDone ? output.toString('utf8').replace(/\n$/, '') : null
}
