import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createTestDatabase } from '@pas/testing/test-database'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import offsets from '../../tools/stack/src/port-offsets.json'
import { assertPortsFree } from '../../bin/ports.cjs'

const repository = path.resolve(__dirname, '../..')

/** A command that was started as `npm start` starts it. */
interface Started {
  process: ChildProcess
  /** What it has printed on both streams. */
  output: () => string
  /** Resolves to its exit code. */
  ended: Promise<number | null>
}

/** `npm start` with a PATH that has only stand-ins for the programs that it starts. */
describe('npm start', () => {
  let folder: TestFolder
  let programs: string
  let started: Started[]
  let endless: { pids(): number[] }[]

  beforeEach(async () => {
    folder = await createTestFolder()
    programs = path.join(folder.path, 'programs')
    mkdirSync(programs)
    started = []
    endless = []
  })
  afterEach(async () => {
    for (const { process: child, ended } of started) {
      // Killed at once, it would leave what it has started.
      child.kill('SIGTERM')
      const killing = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await ended
      clearTimeout(killing)
    }
    for (const pid of endless.flatMap((program) => program.pids()).filter(isRunning))
      process.kill(pid, 'SIGKILL')
    await folder.close()
  })

  function makeProgram(name: string, script: string): void {
    writeFileSync(path.join(programs, name), script)
    chmodSync(path.join(programs, name), 0o755)
  }

  /** A program that runs until it is killed, and the program that it starts; `pids` has the ids of both. */
  function makeEndlessProgram(name: string): { pids(): number[] } {
    const file = path.join(folder.path, `${name}.pids`)
    makeProgram(name, `#!/bin/bash\n/bin/sleep 1000 &\necho $$ $! > ${file}\nwait\n`)
    const program = {
      pids: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []),
    }
    endless.push(program)
    return program
  }

  function start(command: string, args: readonly string[], variables: Record<string, string>): Started {
    const child = spawn(process.execPath, [command, ...args], {
      env: { PATH: programs, PAS_HOME: path.join(folder.path, 'home'), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (printed += part.toString()))
    const ended = once(child, 'close').then(([code]) => code as number | null)
    const running = { process: child, output: () => printed, ended }
    started.push(running)
    return running
  }

  const isRunning = (pid: number): boolean => {
    try {
      return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
    } catch {
      return false
    }
  }

  /** Ports for a stack, below those that the kernel gives to connections. */
  async function freeBase(): Promise<{ PAS_PORT_BASE: string }> {
    for (;;) {
      const base = randomInt(400, 600) * 50
      const ports = Object.values(offsets).map((offset) => [String(offset), base + offset] as const)
      const isFree = await assertPortsFree(Object.fromEntries(ports)).then(
        () => true,
        () => false,
      )
      if (isFree) return { PAS_PORT_BASE: String(base) }
    }
  }

  /** A clone in which nothing is installed. */
  function makeBareClone(): string {
    const clone = path.join(folder.path, 'clone')
    mkdirSync(clone)
    cpSync(path.join(repository, 'bin'), path.join(clone, 'bin'), { recursive: true })
    for (const part of ['packages', 'services', 'tools/stack/src'])
      mkdirSync(path.join(clone, part), { recursive: true })
    const ports = 'tools/stack/src/port-offsets.json'
    cpSync(path.join(repository, ports), path.join(clone, ports))
    return path.join(clone, 'bin', 'start.mjs')
  }

  it('names a port that is in use, and how to choose others, before it installs anything', async () => {
    const installer = makeEndlessProgram('npx')
    const base = await freeBase()
    const port = Number(base.PAS_PORT_BASE) + offsets.images
    const server = net.createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    const { ended, output } = start(makeBareClone(), [], base)
    expect(await ended).toBe(1)
    server.close()
    expect(output()).toMatch(
      new RegExp(`Port ${port}, which images needs, is in use: .*PAS_PORT_BASE=\\d+ npm start`),
    )
    expect(output()).not.toContain('installing')
    expect(installer.pids()).toEqual([])
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends the installer and exits when it gets %s while it installs', async (signal, code) => {
    const installer = makeEndlessProgram('npx')
    const { process: child, ended, output } = start(makeBareClone(), [], await freeBase())
    await until('the installer runs', () => [installer.pids().length === 2, output()])
    child.kill(signal)
    expect(await ended).toBe(code)
    expect(output()).toMatch(/stopping\n$/)
    expect(installer.pids().filter(isRunning)).toEqual([])
  })

  const startStack = async (
    only = 'redis',
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Started> =>
    start(path.join(repository, 'tools/stack/dist/main.js'), ['--only', only], {
      ...(await freeBase()),
      // With DATABASE_URL set, no PostgreSQL is started.
      DATABASE_URL: 'postgresql://127.0.0.1:1/pas',
      ...variables,
    })

  it('names a store of others that it waits for; Ctrl-C ends the waiting', async () => {
    const { process: child, ended, output } = await startStack('api', { REDIS_URL: 'redis://127.0.0.1:1' })
    await until('it says so', () => [output().includes('waiting for Redis (REDIS_URL): '), output()])
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(output()).toMatch(/stopping\n$/)
  })

  it('ends a download when Ctrl-C is pressed, reports no failure, and exits 130', async () => {
    const download = makeEndlessProgram('apt-get')
    const { process: child, ended, output } = await startStack()
    await until('the download runs', () => [download.pids().length === 2, output()])
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(output()).toMatch(/downloading redis-server.*\n.*stopping\n$/)
    expect(download.pids().filter(isRunning)).toEqual([])
  })

  it("gives no process a secret of the operator's shell, and each its own user of the stores", async () => {
    const database = await createTestDatabase()
    const ofTheShell = {
      GITHUB_TOKEN: 'of-the-shell',
      AWS_SECRET_ACCESS_KEY: 'of-the-shell',
      PGPASSWORD: 'of-the-shell',
    }
    const {
      process: child,
      ended,
      output,
    } = await startStack('redis,auth,images', {
      ...ofTheShell,
      DATABASE_URL: database.url,
      PATH: process.env.PATH ?? '',
    })
    await until('it is ready', () => [/^ready$/m.test(output()), output()])
    const home = path.join(folder.path, 'home')
    const { processes } = JSON.parse(readFileSync(path.join(home, 'stack.json'), 'utf8')) as {
      processes: Record<string, number[]>
    }
    const environments = Object.entries(processes).map(([key, pids]) => [
      key,
      pids.map((pid) => readFileSync(`/proc/${pid}/environ`, 'latin1')).join(),
    ])
    expect(environments.map(([key]) => key)).toEqual(['redis', 'auth', 'images'])
    for (const [key, environment] of environments) {
      expect([key, environment]).toEqual([key, expect.not.stringContaining('of-the-shell')])
      expect(environment?.includes('REDIS_URL=redis://pas_auth:')).toBe(key === 'auth')
    }
    const cli = readFileSync(path.join(home, 'environment.json'), 'utf8')
    expect(cli).toContain('"REDIS_URL": "redis://pas_cli:')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await database.close()
  })

  /** A store that takes as long to stop as the test wants. */
  function makeSlowRedis(): { letItStop(): void; hasStoppedCleanly(): boolean } {
    const [allowed, stopped] = ['allowed', 'stopped'].map((name) => path.join(folder.path, name))
    const program = `
      const { existsSync, readFileSync, writeFileSync } = require('node:fs')
      const port = Number(/^port (\\d+)$/m.exec(readFileSync(process.argv[2], 'utf8'))[1])
      require('node:net').createServer((socket) => socket.on('error', () => {}).end('+OK\\r\\n+PONG\\r\\n')).listen(port)
      process.on('SIGTERM', () => setInterval(() => {
        if (!existsSync('${allowed}')) return
        writeFileSync('${stopped}', '')
        process.exit(0)
      }, 5))`
    writeFileSync(path.join(programs, 'redis.cjs'), program)
    makeProgram(
      'redis-server',
      `#!/bin/sh\n[ "$1" = --version ] && echo v=7.0 && exit\nexec ${process.execPath} ${path.join(programs, 'redis.cjs')} "$1"\n`,
    )
    return {
      letItStop: () => {
        writeFileSync(allowed ?? '', '')
      },
      hasStoppedCleanly: () => existsSync(stopped ?? ''),
    }
  }

  it('prints where the certificate is when it is ready; two SIGTERMs do not end it before the stack has stopped cleanly', async () => {
    const redis = makeSlowRedis()
    const { process: child, ended, output } = await startStack()
    await until('it is ready', () => [/^ready$/m.test(output()), output()])
    expect(output()).toMatch(/^ {2}trust .*home\/tls\/ca\.pem/m)
    child.kill('SIGTERM')
    await until('it is stopping', () => output().includes('stopping'))
    // A second signal within a second counts as the first.
    await until('it has noticed the second signal', () => {
      child.kill('SIGTERM')
      return output().includes('still stopping')
    })
    expect(child.exitCode).toBeNull()
    redis.letItStop()
    expect(await ended).toBe(0)
    expect(redis.hasStoppedCleanly()).toBe(true)
  })

  it('kills what does not stop at the third signal', async () => {
    makeSlowRedis()
    const { process: child, ended, output } = await startStack()
    await until('it is ready', () => [/^ready$/m.test(output()), output()])
    const ids = /"redis": \[\s*(\d+)/.exec(readFileSync(path.join(folder.path, 'home', 'stack.json'), 'utf8'))
    await until('it kills everything', () => {
      child.kill('SIGINT')
      return output().includes('killing everything')
    })
    expect(await ended).toBe(130)
    await until('the store has ended', () => !isRunning(Number(ids?.[1])))
  })
})
