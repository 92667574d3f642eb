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
  maxFolderLength,
  proxySocketOf,
  webSocketOf,
  writeRigFiles,
  type RigPlan,
} from './rig-files'
import { openSessionGate } from './session-gate'
import type { Webmail } from './webmail'

/** A reader who is logged in. */
export interface WebmailSession {
  /** The webmail's HTTP side, with the reader's cookies, which the browser never sees. */
  http: APIRequestContext
  /** Ends what it still waits for. */
  end(): Promise<void>
}

/** A browser that Playwright drives, and beside it in its process group a webmail with its mail server. */
export interface WebmailRig {
  browser: BrowserProcess<Browser>
  /** The reader's Maildir. */
  mailFolder: string
  /** The webmail gave no answer: it, or one of its workers, which nothing starts again, is gone. */
  readonly isSilent: boolean
  /** Logs in: each capture for itself, since a webmail may keep in the session what a message may load. */
  logIn(): Promise<WebmailSession>
  /** Ends the whole group at once; resolves when it is gone, with all files. */
  kill(): Promise<void>
}

/** A port that was free may be taken before the program that was told it begins to listen. */
const startTries = 3
const quickFailureMs = 3_000
const maxRemovals = 20
/** Between two questions to what is not there yet, or is there still. */
const pauseMs = 30

/**
 * A session's requests that the webmail works on at a time: a page of a hundred attached images asks for them all at
 * once. With all sessions busy the webmail has one worker more, which answers when it is asked whether it lives.
 */
const requestsPerSession = 2

/** Starts all of it and waits until the reader can log in. Rejects with an `EngineStartError`. */
export async function startWebmailRig(
  webmail: Webmail,
  options: ChromiumProcessOptions & { sessions: number },
): Promise<WebmailRig> {
  for (let startTry = 1; ; startTry++) {
    const startedAt = Date.now()
    try {
      return await tryToStart(webmail, options)
    } catch (error) {
      // A program that finds its port taken ends at once, and all with it; what takes its time fails for another
      // reason.
      if (startTry === startTries || Date.now() - startedAt > quickFailureMs) throw error
    }
  }
}

async function tryToStart(
  webmail: Webmail,
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
    // One of a dozen programs may still be writing.
    for (let removals = 0; removals < maxRemovals && existsSync(folder); removals++) {
      if (removals > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      removeScratchFolder(folder)
    }
  }
  const logIn = async (onSilence: () => void): Promise<WebmailSession> => {
    const gate = await openSessionGate({
      socketPath: webSocketOf(folder),
      requestsAtATime: requestsPerSession,
      onSilence,
    })
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
  try {
    if (Buffer.byteLength(folder) > maxFolderLength) {
      throw new EngineStartError(
        engine,
        `its sockets' paths in '${folder}' are too long; set TMPDIR to a shorter one.`,
      )
    }
    const [imapPort, httpPort] = await freePorts()
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
      // Its context is not ours; Playwright makes a folder outside of ours unless it is told one.
      chromium.connectOverCDP(pipe, {
        noDefaults: true,
        artifactsDir: path.join(folder, 'browser'),
        timeout: 0,
      }),
    ))
    // While it starts there is nothing that could answer.
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

async function untilLoggedIn(
  { engine }: Webmail,
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

/** Leads one of the webmail's connections to the asset origin, which is all of the network that it may ask for. */
function relay(socket: net.Socket, proxyUrl: string): void {
  const { hostname, port } = new URL(proxyUrl)
  const origin = net.connect(Number(port), hostname)
  // One that breaks takes the other along.
  pipeline(socket, origin, socket, () => undefined)
}

/** Two ports of loopback on which nothing listens. */
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
