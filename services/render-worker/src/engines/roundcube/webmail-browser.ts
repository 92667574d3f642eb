import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import {
  startChromium,
  type ChromiumProcess,
  type ChromiumProcessOptions,
} from '../chromium/chromium-process'
import { EngineStartError } from '../engine-start-error'
import { createScratchFolder, removeScratchFolder } from '../supervised/scratch-folder'
import { startTimeoutMs } from '../supervised/start-program'
import type { RoundcubeInstallation } from './roundcube-installation'
import { Webmail } from './webmail'
import {
  mailFolderOf,
  maxFolderLength,
  proxySocketOf,
  webSocketOf,
  writeWebmailFiles,
  type WebmailPlan,
} from './webmail-files'

/** A browser, and beside it in its process group a webmail with its mail server. */
export interface WebmailBrowser {
  chromium: ChromiumProcess
  webmail: Webmail
  /** The one user's Maildir. */
  mailFolder: string
  /** Ends the whole group at once; resolves when it is gone, with all files. */
  kill: () => Promise<void>
}

/** What it is to bear. */
export interface WebmailLoad {
  installation: RoundcubeInstallation
  /** At a time. */
  sessions: number
  requestsPerSession: number
}

/** A port that was free may be taken before the program that was told it begins to listen. */
const startTries = 3
const quickFailureMs = 3_000
const maxRemovals = 20
/** Between two questions to what is not there yet, or is there still. */
const pauseMs = 30

/** Starts all three and waits until somebody can log in. Rejects with an `EngineStartError`. */
export async function startWebmailBrowser(
  options: ChromiumProcessOptions,
  load: WebmailLoad,
): Promise<WebmailBrowser> {
  for (let startTry = 1; ; startTry++) {
    const startedAt = Date.now()
    try {
      return await tryToStart(options, load)
    } catch (error) {
      // Who finds the port taken ends at once, and all with it; what takes its time fails for another reason.
      if (startTry === startTries || Date.now() - startedAt > quickFailureMs) throw error
    }
  }
}

async function tryToStart(
  options: ChromiumProcessOptions,
  { installation, sessions, requestsPerSession }: WebmailLoad,
): Promise<WebmailBrowser> {
  const folder = createScratchFolder('roundcube')
  let chromium: ChromiumProcess | undefined
  const proxy = net.createServer((socket) => relay(socket, options.proxyUrl))
  const kill = async (): Promise<void> => {
    await chromium?.kill()
    proxy.close()
    // Of a dozen programs one may be writing still.
    for (let removals = 0; removals < maxRemovals && existsSync(folder); removals++) {
      if (removals > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      removeScratchFolder(folder)
    }
  }
  try {
    if (Buffer.byteLength(folder) > maxFolderLength) {
      throw new EngineStartError(
        'roundcube',
        `its sockets' paths in '${folder}' are too long; set TMPDIR to a shorter one.`,
      )
    }
    const [imapPort, httpPort] = await freePorts()
    const plan: WebmailPlan = {
      installation,
      folder,
      imapPort,
      httpPort,
      password: randomBytes(16).toString('hex'),
      desKey: randomBytes(12).toString('hex'),
      key: randomBytes(16).toString('hex'),
      isSandboxed: options.isSandboxed,
      workers: sessions * requestsPerSession + 1,
    }
    const launcher = ['/bin/sh', writeWebmailFiles(plan)]
    await new Promise<void>((resolve, reject) => {
      proxy.once('error', reject).listen(proxySocketOf(folder), resolve)
    })
    chromium = await startChromium({ ...options, launcher }, 'roundcube')
    const address = {
      socketPath: webSocketOf(folder),
      key: plan.key,
      password: plan.password,
      requestsPerSession,
    }
    // One of its own: this one may meet nobody at first.
    await untilAnswering(new Webmail(address), chromium)
    const webmail = new Webmail(address)
    return { chromium, webmail, mailFolder: mailFolderOf(folder), kill }
  } catch (error) {
    await kill()
    throw error
  }
}

async function untilAnswering(webmail: Webmail, { connection }: ChromiumProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    try {
      await webmail.logIn()
      return
    } catch (cause) {
      if (connection.isClosed) {
        throw new EngineStartError('roundcube', 'its mail server, PHP or browser ended at once.', { cause })
      }
      if (Date.now() > deadline) {
        throw new EngineStartError('roundcube', `the webmail did not come up (${String(cause)}).`, { cause })
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Leads one of the webmail's connections to the asset origin, which is all of the network that it may ask for. */
function relay(socket: net.Socket, proxyUrl: string): void {
  const { hostname, port } = new URL(proxyUrl)
  const origin = net.connect(Number(port), hostname)
  // One that breaks takes the other along.
  pipeline(socket, origin, socket, () => undefined)
}

/** Two ports of loopback that nobody listens on. */
async function freePorts(): Promise<[number, number]> {
  const servers = [net.createServer(), net.createServer()]
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
        }),
    ),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return [ports[0] ?? 0, ports[1] ?? 0]
}
