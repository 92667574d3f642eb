import { spawn } from 'node:child_process'
import path from 'node:path'

const clone = path.resolve(__dirname, '../../..')

/** How a process of the operator's command ended. */
export interface PasResult {
  status: number | null
  stdout: string
  stderr: string
}

/**
 * Runs `bin/pas`, as built, or another `script`, as a process of its own, with `input` on its standard input. The
 * process gets only the variables in `env`, beside PATH, HOME and a PAS_HOME in which no stack runs.
 */
export async function runPasProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { script = path.join(clone, 'bin/pas'), input = '' }: { script?: string; input?: string } = {},
): Promise<PasResult> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: clone,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PAS_HOME: '/nonexistent', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // The process may end without reading its input; the pipe's error is then expected.
  child.stdin.on('error', () => undefined).end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { status, stdout, stderr }
}
