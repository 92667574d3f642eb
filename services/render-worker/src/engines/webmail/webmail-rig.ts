import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { chromium, request, type APIRequestContext, type Browser } from 'playwright-core'
import {
  startBrowserProcess,
  type BrowserProcess,
  type ChromiumProcessOptions,
} from '../chromium/chromium-process'
import { EngineStartError } from '../engine-start-error'
import { createScratchFolder, removeScratchFolder } from '../supervised/scratch-folder'
import { startTimeoutMs } from '../supervised/start-program'
import {
  mailFolderOf,
  maxFolderBytes,
  proxySocketOf,
  webSocketOf,
  writeRigFiles,
  type RigPlan,
} from './rig-files'
import { openSessionGate } from './session-gate'
import type { InstalledWebmail } from './webmail'

export interface WebmailSession {
  /** Keeps the cookies, which the browser never sees. */
  http: APIRequestContext
  end(): Promise<void>
}

/** A running webmail, its mail server and a browser. */
export interface WebmailRig {
  browser: BrowserProcess<Browser>
  mailFolder: string
  /** The webmail, or one of its workers, which are not restarted, has died. */
  readonly isSilent: boolean
  /** Each capture needs its own session: a webmail may store in it what a message may load. */
  logIn(): Promise<WebmailSession>
  kill(): Promise<void>
}

/** Another process may take a free port before our program listens on it. */
const startTries = 3
const quickFailureMs = 3_000
const maxRemovals = 20
const pauseMs = 30

/** A page with a hundred images asks for all at once. One worker more than sessions can occupy answers the ping. */
const requestsPerSession = 2

export async function startWebmailRig(
  webmail: InstalledWebmail,
  options: ChromiumProcessOptions & { sessions: number },
): Promise<WebmailRig> {
  for (let startTry = 1; ; startTry++) {
    const startedAt = Date.now()
    try {
      return await tryToStart(webmail, options)
    } catch (error) {
      // When a port is taken, the whole group ends at once; a later failure has another reason.
      if (startTry === startTries || Date.now() - startedAt > quickFailureMs) throw error
    }
  }
}

async function tryToStart(
  webmail: InstalledWebmail,
  options: ChromiumProcessOptions & { sessions: number },
): Promise<WebmailRig> {
  const { engine } = webmail
  const folder = createScratchFolder(engine)
  const reader = { name: 'reader', password: randomBytes(16).toString('hex') }
  const proxy = net.createServer((socket) => relay(socket, options.proxyUrl))
  let browser: BrowserProcess<Browser> | undefined
  let isSilent = false
  const kill = async (): Promise<void> => {
    await browser?.kill()
    proxy.close()
    // One of the dozen programs may still write while it is being killed.
    for (let removals = 0; removals < maxRemovals && existsSync(folder); removals++) {
      if (removals > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      removeScratchFolder(folder)
    }
  }
  const logIn = (onSilence: () => void): Promise<WebmailSession> =>
    openSession(webmail, webSocketOf(folder), reader, onSilence)
  try {
    if (Buffer.byteLength(folder) > maxFolderBytes) {
      throw new EngineStartError(
        engine,
        `its sockets' paths in '${folder}' are too long; set TMPDIR to a shorter one.`,
      )
    }
    const [imapPort, httpPort] = await findFreePorts()
    const plan: RigPlan = {
      webmail,
      folder,
      imapPort,
      httpPort,
      proxySocket: proxySocketOf(folder),
      password: reader.password,
      isSandboxed: options.isSandboxed,
      workers: options.sessions * requestsPerSession + 1,
    }
    const launcher = ['/bin/sh', writeRigFiles(plan)]
    await new Promise<void>((resolve, reject) => {
      proxy.once('error', reject).listen(plan.proxySocket, resolve)
    })
    const driven = (browser = await startBrowserProcess(engine, { ...options, launcher }, (pipe) =>
      // noDefaults leaves the browser's default context alone. Without artifactsDir Playwright makes a folder outside
      // of ours.
      chromium.connectOverCDP(pipe, {
        noDefaults: true,
        artifactsDir: path.join(folder, 'browser'),
        timeout: 0,
      }),
    ))
    // While the webmail starts, silence is no failure.
    const firstSession = await untilLoggedIn(webmail, driven.driver, () => logIn(() => undefined))
    await firstSession.end()
    return {
      browser: driven,
      mailFolder: mailFolderOf(folder),
      get isSilent() {
        return isSilent
      },
      logIn: () =>
        logIn(() => {
          isSilent = true
        }),
      kill,
    }
  } catch (error) {
    await kill()
    throw error
  }
}

async function openSession(
  webmail: InstalledWebmail,
  socketPath: string,
  reader: Parameters<InstalledWebmail['logIn']>[1],
  onSilence: () => void,
): Promise<WebmailSession> {
  const gate = await openSessionGate({ socketPath, requestsAtATime: requestsPerSession, onSilence })
  const http = await request.newContext({ baseURL: gate.url, extraHTTPHeaders: gate.headers, timeout: 0 })
  const end = async (): Promise<void> => {
    gate.end()
    await http.dispose()
  }
  try {
    await webmail.logIn(http, reader)
    return { http, end }
  } catch (error) {
    await end()
    throw error
  }
}

async function untilLoggedIn(
  { engine }: InstalledWebmail,
  browser: Browser,
  logIn: () => Promise<WebmailSession>,
): Promise<WebmailSession> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    try {
      return await logIn()
    } catch (cause) {
      if (!browser.isConnected()) {
        throw new EngineStartError(engine, 'its mail server, web server or browser ended at once.', { cause })
      }
      if (Date.now() > deadline) {
        throw new EngineStartError(engine, `the webmail did not come up (${String(cause)}).`, { cause })
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** The asset origin's proxy is the webmail's only network. */
function relay(socket: net.Socket, proxyUrl: string): void {
  const { hostname, port } = new URL(proxyUrl)
  const origin = net.connect(Number(port), hostname)
  // When one side breaks, `pipeline` destroys the other.
  pipeline(socket, origin, socket, () => undefined)
}

async function findFreePorts(): Promise<[number, number]> {
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
