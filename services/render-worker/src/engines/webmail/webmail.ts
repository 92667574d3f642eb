import type { Images } from '@pas/email-clients/email-client'
import type { APIRequestContext } from 'playwright-core'
import type { DovecotInstallation } from './find-dovecot'
import type { Mailbox } from './mailbox'

/** Where a webmail's programs run: folder, ports and sockets. */
export interface WebmailPlace {
  /** Their own folder for all files that they write. Has the folders `logs`, `run`, `state` and `temp`. */
  folder: string
  imapPort: number
  /** The loopback port on which the webmail has to listen. */
  httpPort: number
  /** The Unix socket of the proxy to the asset origin. */
  proxySocket: string
  /** Number of concurrent requests that the webmail must serve. */
  workers: number
}

/** The mailbox's only user. */
interface Reader {
  name: string
  /** Hexadecimal. */
  password: string
}

/** The worker's answer to a request of the page. */
export type PageAnswer =
  /** A public file of the webmail, by its path on this machine. */
  | { file: string }
  /** The webmail's response to this path and query; refused unless its content type matches. */
  | { target: string; contentType: RegExp }

/** Everything in which one webmail differs from another. */
export interface InstalledWebmail {
  engine: string
  /** E.g. `Roundcube/1.6.5`. */
  version: string
  dovecot: DovecotInstallation
  /** Path of socat, which forwards a Unix socket to the webmail's port. */
  socat: string
  /** Folders that its programs read, besides the system's. */
  readable: readonly string[]
  /** Files to write before its programs start: their text by their path in the place's folder. */
  files(place: WebmailPlace): Readonly<Record<string, string>>
  /** A shell command for each program that runs beside Dovecot; when one ends, all are killed. */
  programs(place: WebmailPlace): readonly string[]
  /** Logs the session in as the reader. Rejects when that fails. */
  logIn(session: APIRequestContext, reader: Reader): Promise<void>
  /** Path and query of the page that shows the mailbox's message, with as little around it as possible. */
  messageTarget(mailbox: Mailbox, images: Images): string
  /** Changes that page's HTML for a browser that runs no script; null when the page shows no message. */
  messagePage(html: string, options: { isDark: boolean }): string | null
  /** Decides on a request that the page, or the message in it, sends to the webmail; null: refused. */
  answerRequest(url: URL, mailbox: Mailbox): PageAnswer | null
  /** CSS selector of the element around all parts of the message. */
  messageSelector: string
  /** JavaScript that does to a loaded message what the webmail's own scripts would do, as none of those runs. */
  afterLoad: string
}

/** The webmail's origin as the browser sees it; the name is never looked up in DNS. */
export const webmailOrigin = ({ engine }: Pick<InstalledWebmail, 'engine'>): string =>
  `http://${engine}.invalid`
