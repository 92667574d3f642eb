import { randomBytes } from 'node:crypto'
import { createOauthApplication, type IssuedCredentials } from '@pas/accounts/create-oauth-application'
import { openDatabase } from '@pas/db/database'
import { createReadiness } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { createLogger, type Logger } from '@pas/runtime/logger'
import { freePort } from '@pas/testing/free-port'
import { Agent, fetch as undiciFetch } from 'undici'
import { startApi, type TestApi } from '../../api/tests/start-api'
import { startAuth, type TestAuth, type TestUser } from '../../auth/tests/start-auth'
import { createVisitor, type Visitor } from '../../auth/tests/visitor'
import { createApp } from '../src/app'
import type { BoardConfig } from '../src/config'

/** The board, the auth service and the API in this process, over the same real stores. */
export interface TestBoard {
  /** The board's URL without a trailing slash, which is also BOARD_URL. */
  url: string
  auth: TestAuth
  api: TestApi
  config: BoardConfig
  application: IssuedCredentials
  /** The logger of every instance; silent unless LOG is set. */
  logger: Logger
  /** Starts another instance of the board in this process: with the same BOARD_URL, but a port of its own. */
  startAnother(config?: Partial<BoardConfig>): Promise<{ url: string; close(): Promise<void> }>
  /** Signs `user` in to the board, in a new browser. */
  signIn(user?: TestUser): Promise<SignedInVisitor>
  createVisitor(): Visitor
  close(): Promise<void>
}

/** One browser: what it does at the board, and what it does at auth. */
export interface SignedInVisitor {
  board: Visitor
  auth: Visitor
  close(): Promise<void>
}

/** Starts the board, auth and the API. */
export async function startBoard({
  product = {},
  imagesUrl = 'http://127.0.0.1:1',
  relayPlaces,
  waitingPlaces,
  takesMail = false,
}: {
  product?: Partial<BoardConfig['product']>
  imagesUrl?: string
  relayPlaces?: number
  waitingPlaces?: number
  /** By SMTP, with STARTTLS; recipes have its address. */
  takesMail?: boolean
} = {}): Promise<TestBoard> {
  const port = await freePort()
  const url = `https://localhost:${port}`
  const auth = await startAuth({ boardUrl: url, product })
  const { db, clock, accountId } = auth
  // With the rights of the board only.
  const boardDb = openDatabase({ url: await auth.makeUrlOf('pas_board'), poolMax: 10 })
  const { tls } = auth.config.http
  const api = await startApi({ shared: auth, ...(takesMail && tls && { smtp: { tls } }) })
  const application = await createOauthApplication(
    { db, clock },
    { accountId, name: 'Board', callbackUris: [`${url}/callback`], isFirstParty: true },
  )
  const config: BoardConfig = {
    ...auth.config,
    http: { ...auth.config.http, port, tls },
    boardUrl: url,
    hasPasswords: true,
    smtpAddress: { host: '127.0.0.1', port: api.smtp?.port ?? 8452 },
    defaultEmailClients: auth.config.defaultEmailClients,
    calls: { authUrl: auth.url, instantUrl: api.url, userApiUrl: api.userApiUrl, imagesUrl },
    oauthApplication: application,
    secrets: [randomBytes(24).toString('hex')],
  }
  const dispatcher = new Agent({ connect: { ca: auth.ca } })
  const logger = createLogger('board')
  logger.level = process.env.LOG ?? 'silent'
  const start = async (own: BoardConfig) => {
    const stopping = new AbortController()
    const app = createApp({
      config: own,
      db: boardDb,
      clock,
      logger,
      fetch: ((address: string, options: object) =>
        undiciFetch(address, { ...options, dispatcher })) as unknown as typeof fetch,
      stopping: stopping.signal,
      streamCheckMs: 200,
      ...(relayPlaces !== undefined && { relayPlaces }),
      ...(waitingPlaces !== undefined && { waitingPlaces }),
      readiness: createReadiness(),
      readinessChecks: [],
    })
    const listening = await listen(app, own.http)
    return {
      url: `https://localhost:${listening.port}`,
      close: async () => {
        stopping.abort()
        await listening.close()
      },
    }
  }
  const started = [await start(config)]
  const visitorOf = (address: string): Visitor => createVisitor({ url: address, ca: auth.ca })
  return {
    url,
    auth,
    api,
    config,
    application,
    logger,
    startAnother: async (own = {}) => {
      const another = await start({ ...config, http: { ...config.http, port: 0 }, ...own })
      started.push(another)
      return another
    },
    createVisitor: () => visitorOf(url),
    signIn: async (user = auth.user) => {
      const visitor = { board: visitorOf(url), auth: visitorOf(auth.url) }
      await visitor.auth.signIn(user)
      await followSignIn(visitor)
      return { ...visitor, close: () => closeAll(visitor) }
    },
    close: async () => {
      for (const one of started) await one.close()
      await dispatcher.close()
      await boardDb.$disconnect()
      await api.close()
      await auth.close()
    },
  }
}

/** Begins a sign-in at the board, and follows it to its end as a browser does. Resolves to the board's last answer. */
export async function followSignIn(
  { board, auth }: Pick<SignedInVisitor, 'board' | 'auth'>,
  path = '/signin',
): Promise<Awaited<ReturnType<Visitor['get']>>> {
  let location = locationOf(await board.get(path))
  while (!/^https:[^?]*\/callback\?/.test(location)) location = locationOf(await auth.get(location))
  return board.get(location)
}

/** The address that an answer redirects to. Throws when the answer is no redirect. */
export function locationOf(answer: {
  status: number
  headers: { get(name: string): string | null }
}): string {
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`No redirect, but ${answer.status}`)
  return location
}

async function closeAll({ board, auth }: Pick<SignedInVisitor, 'board' | 'auth'>): Promise<void> {
  await board.close()
  await auth.close()
}
