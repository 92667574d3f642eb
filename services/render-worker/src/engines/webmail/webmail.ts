import type { Images } from '@pas/email-clients/email-client'
import type { APIRequestContext } from 'playwright-core'
import type { DovecotInstallation } from './find-dovecot'
import type { Mailbox } from './mailbox'

export interface WebmailPlace {
  /** Its programs write only here. Has the folders `logs`, `run`, `state` and `temp`. */
  folder: string
  imapPort: number
  httpPort: number
  proxySocket: string
  workers: number
}

interface Reader {
  name: string
  /** Hexadecimal. */
  password: string
}

export type PageAnswer =
  | { file: string }
  /** The webmail's response is refused unless its content type matches. */
  | { target: string; contentType: RegExp }

export interface InstalledWebmail {
  engine: string
  version: string
  dovecot: DovecotInstallation
  /** Forwards a Unix socket to the webmail's port. */
  socat: string
  readable: readonly string[]
  files(place: WebmailPlace): Readonly<Record<string, string>>
  /** Shell commands. When one of these programs ends, all are killed. */
  programs(place: WebmailPlace): readonly string[]
  logIn(session: APIRequestContext, reader: Reader): Promise<void>
  /** Path and query of the message's page, with as little around it as possible. */
  messageTarget(mailbox: Mailbox, images: Images): string
  /** Adapts the webmail's page, whose scripts will not run. Null when it shows no message. */
  messagePage(html: string, options: { isDark: boolean }): string | null
  /** Answers requests of the page, or of the message in it; null refuses. */
  answerRequest(url: URL, mailbox: Mailbox): PageAnswer | null
  messageSelector: string
  /** JavaScript that does what the webmail's own scripts, which do not run, do to a message. */
  afterLoad: string
}

/** The name is never looked up. */
export const webmailOrigin = ({ engine }: Pick<InstalledWebmail, 'engine'>): string =>
  `http://${engine}.invalid`

export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
