import { runPas } from '../src/pas/run-pas'

/** `pas` in this process, which is much quicker than a process for each command. */
export interface PasInProcess {
  pas: (...args: string[]) => Promise<{ status: number; stdout: string; stderr: string }>
  /** Runs a command with --json that must succeed; resolves to its answer. */
  answerOf: (...args: string[]) => Promise<unknown>
  /** Runs a command with --json that must fail; resolves to its status and its error. */
  failureOf: (...args: string[]) => Promise<{ status: number; code: string; message: string }>
  /** What the operator types when the command asks; undefined where there is no terminal. */
  typed: string | undefined
  /** What the last command asked. */
  asked: string | undefined
  /** What the last command wrote to standard output, one entry for each write. */
  written: string[]
}

/** Makes `pas` with these variables. */
export function pasInProcess(env: Readonly<Record<string, string>>): PasInProcess {
  const inProcess: PasInProcess = {
    typed: undefined,
    asked: undefined,
    written: [],
    pas: async (...args) => {
      let stderr = ''
      const written: string[] = []
      const { typed } = inProcess
      inProcess.asked = undefined
      const ask = (question: string): Promise<string> => {
        inProcess.asked = question
        return Promise.resolve(typed ?? '')
      }
      const status = await runPas(args, {
        env,
        clone: '/nonexistent',
        readIn: () => Promise.resolve(''),
        ask: typed === undefined ? undefined : ask,
        writeOut: (text) => written.push(text),
        writeError: (text) => (stderr += text),
      })
      inProcess.written = written
      return { status, stdout: written.join(''), stderr }
    },
    answerOf: async (...args) => {
      const { status, stdout, stderr } = await inProcess.pas(...args, '--json')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      return JSON.parse(stdout) as unknown
    },
    failureOf: async (...args) => {
      const { status, stdout, stderr } = await inProcess.pas(...args, '--json')
      expect({ isFailure: status !== 0, stdout }).toEqual({ isFailure: true, stdout: '' })
      const { error } = JSON.parse(stderr) as { error: { code: string; message: string } }
      return { status, ...error }
    },
  }
  return inProcess
}
