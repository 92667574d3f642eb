import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pas/testing/free-port'
import { percentile, type Measured } from '@pas/testing/measure'
import { until } from '@pas/testing/until'
import { withDescendants } from '@pas/testing/processes'
import { Agent, request } from 'undici'
import { askCaptures, askStep, p99Of, type Entrance } from './ask-captures'
import type { Dose } from './dose'
import { openInstallation, type Installation } from './installation'

/** Each cell gets this share of what one alone carries, because they share the machine. */
const shareOfKnee = 0.25

/**
 * Each partner belongs to one cell, and Caddy leads its name there. The second cell is stopped with SIGSTOP, as a
 * machine that hangs, while its partner goes on asking.
 */
export async function measureCells(first: Installation, dose: Dose, rate: number): Promise<Measured> {
  const { BENCH_SECOND_STACK: secondStack, BENCH_CADDY: folderOfCaddy } = process.env
  if (!folderOfCaddy) {
    console.log('without Caddy, which could not be downloaded from Debian, part e is left out')
    return { figures: {}, ratios: {} }
  }
  const second = await openInstallation(JSON.parse(secondStack ?? '') as NodeJS.ProcessEnv, dose)
  await second.startWorkers()
  const caddy = await startCaddy(folderOfCaddy, [first, second])
  const ofCell = rate * shareOfKnee
  /** The second cell's partner asks as often as the first's, whose requests are measured. */
  const measureFirst = async (meanwhile: { before: () => void; after: () => void }): Promise<Together> => {
    const captures = await second.prepareCaptures(Math.ceil(ofCell * dose.cellSeconds))
    meanwhile.before()
    const others = askCaptures(caddy.entrances[1], captures, ofCell)
    const { asked } = await askStep(first, ofCell, dose.cellSeconds, caddy.entrances[0])
    meanwhile.after()
    const answered = (await others).filter(({ status }) => status === 301).length
    // A request without its picture counts as endless.
    return { first: asked.map(({ status, ms }) => ({ ms: status === 301 ? ms : Infinity })), answered }
  }
  const nothing = { before: () => undefined, after: () => undefined }
  // Compiles what each capture runs.
  await measureFirst(nothing)
  const both = await measureFirst(nothing)
  const signal = (name: NodeJS.Signals): void => {
    for (const { pid } of withDescendants(Object.values(second.roots()).flat())) process.kill(pid, name)
  }
  const hanging = await measureFirst({ before: () => signal('SIGSTOP'), after: () => signal('SIGCONT') })
  await caddy.close()
  await second.close()
  const median = (times: readonly { ms: number }[]): number =>
    percentile(
      times.map(({ ms }) => ms),
      50,
    )
  return {
    figures: {
      'cells: captures a second of each': ofCell,
      'cells: request to 301 while both live, p50 ms': median(both.first),
      'cells: request to 301 while both live, p99 ms': p99Of(both.first),
      'cells: request to 301 while the other hangs, p50 ms': median(hanging.first),
      'cells: request to 301 while the other hangs, p99 ms': p99Of(hanging.first),
      'cells: requests of the hanging cell, answered once it goes on': hanging.answered,
    },
    ratios: {
      'cells: p99 while the other hangs / while both live': {
        ratio: p99Of(hanging.first) / p99Of(both.first),
        wanted: { atMost: 1.2 },
      },
    },
  }
}

interface Together {
  first: { ms: number }[]
  /** How many of the second cell's requests had their picture in the end. */
  answered: number
}

interface Caddy {
  entrances: [Entrance, Entrance]
  close(): Promise<void>
}

async function startCaddy(
  folderOfCaddy: string,
  cells: readonly [Installation, Installation],
): Promise<Caddy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pas-scale-caddy-'))
  const ports = [await freePort(), await freePort()] as const
  const sites = cells.map(({ stack }, index) => {
    const { host } = new URL(stack.instantUrl)
    // The stack's certificate is signed by a CA of its own.
    return `http://127.0.0.1:${ports[index]} {
      reverse_proxy https://${host} {
        header_up Host ${host}
        transport http {
          tls_insecure_skip_verify
        }
      }
    }`
  })
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, `{\n  admin off\n  auto_https off\n}\n${sites.join('\n')}\n`)
  const caddy = spawn(
    path.join(folderOfCaddy, 'caddy'),
    ['run', '--config', file, '--adapter', 'caddyfile'],
    {
      env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let log = ''
  caddy.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const dispatcher = new Agent()
  const entranceOf = (index: 0 | 1): Entrance => ({
    instantUrl: `http://127.0.0.1:${ports[index]}${new URL(cells[index].stack.instantUrl).pathname}`,
    dispatcher,
  })
  await until('Caddy answers', async () => {
    if (caddy.exitCode !== null) throw new Error(`caddy ended with ${caddy.exitCode}:\n${log}`)
    return request(entranceOf(0).instantUrl, { dispatcher }).then(
      async ({ body }) => (await body.dump(), true),
      () => false,
    )
  })
  return {
    entrances: [entranceOf(0), entranceOf(1)],
    close: async () => {
      caddy.kill()
      if (caddy.exitCode === null) await once(caddy, 'exit')
      await dispatcher.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
