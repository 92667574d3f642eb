import type { Images } from '@pas/email-clients/email-client'
import type { APIRequestContext } from 'playwright-core'
import type { DovecotInstallation } from './find-dovecot'
import type { Mailbox } from './mailbox'

/** What a webmail's programs are told of where they run. */
export interface WebmailPlace {
  /** Theirs alone; they keep everything they have in it. Has the folders `logs`, `run`, `state` and `temp`. */
  folder: string
  imapPort: number
  /** Where the webmail has to listen, on loopback. */
  httpPort: number
  /** The socket of the proxy that serves what messages refer to. */
  proxySocket: string
  /** Requests that the webmail has to answer at a time. */
  workers: number
}

/** The mailbox's only user. */
interface Reader {
  name: string
  /** Hexadecimal. */
  password: string
}

/** What the worker answers a request of the page with. */
export type PageAnswer =
  /** A file of the webmail that every user may have; its path on this machine. */
  | { file: string }
  /** What the webmail says to this path and query; refused unless it is of this type. */
  | { target: string; contentType: RegExp }

/** All in which one webmail differs from the next. */
export interface Webmail {
  /** The engine's name. */
  engine: string
  /** E.g. `Roundcube/1.6.5`. */
  version: string
  dovecot: DovecotInstallation
  /** Leads a socket of the file system to the webmail's port. */
  socat: string
  /** Folders that its programs read, beside the system's. */
  readable: readonly string[]
  /** Files to write before its programs start: their text by their path in the place's folder. */
  files(place: WebmailPlace): Readonly<Record<string, string>>
  /** A line of shell for each program that runs beside Dovecot; when one ends, all do. */
  programs(place: WebmailPlace): readonly string[]
  /** Rejects unless the session is the reader's from now on. */
  logIn(session: APIRequestContext, reader: Reader): Promise<void>
  /** Path and query of the page that shows the mailbox's message and as little else as can be. */
  messageTarget(mailbox: Mailbox, images: Images): string
  /** That page as the browser gets it, which runs no script; null: it shows no message. */
  messagePage(html: string, options: { isDark: boolean }): string | null
  /** What the page, or a message that names the webmail, may ask the webmail for; null: refused. */
  answerRequest(url: URL, mailbox: Mailbox): PageAnswer | null
  /** The element around all parts of the message. */
  messageSelector: string
  /** JavaScript for what the webmail's scripts do to a message once it is loaded, as none of them runs. */
  afterLoad: string
}

/** What the browser takes for the webmail's origin; nothing of that name is ever looked up. */
export const webmailOrigin = ({ engine }: Pick<Webmail, 'engine'>): string => `http://${engine}.invalid`
