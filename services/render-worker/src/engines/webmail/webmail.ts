import type { Images } from '@pas/email-clients/email-client'
import type { APIRequestContext } from 'playwright-core'
import type { DovecotInstallation } from './find-dovecot'
import type { Mailbox } from './mailbox'

export interface WebmailPlace {
  /** For all files that they write; has the folders `logs`, `run`, `state` and `temp`. */
  folder: string
  imapPort: number
  httpPort: number
  /** Of the proxy to the asset origin. */
  proxySocket: string
  /** Concurrent requests that the webmail must serve. */
  workers: number
}

/** The mailbox's only user. */
interface Reader {
  name: string
  /** Hexadecimal. */
  password: string
}

export type PageAnswer =
  /** A public file of the webmail. */
  | { file: string }
  /** The webmail's response; refused unless its content type matches. */
  | { target: string; contentType: RegExp }

export interface InstalledWebmail {
  engine: string
  /** E.g. `Roundcube/1.6.5`. */
  version: string
  dovecot: DovecotInstallation
  /** Forwards a Unix socket to the webmail's port. */
  socat: string
  /** Besides the system's. */
  readable: readonly string[]
  /** Text by path in the place's folder. */
  files(place: WebmailPlace): Readonly<Record<string, string>>
  /** Shell commands of programs beside Dovecot; when one ends, all are killed. */
  programs(place: WebmailPlace): readonly string[]
  /** Rejects when it fails. */
  logIn(session: APIRequestContext, reader: Reader): Promise<void>
  /** Path and query of the message's page, with as little around it as possible. */
  messageTarget(mailbox: Mailbox, images: Images): string
  /** For a browser that runs no script; null when the page shows no message. */
  messagePage(html: string, options: { isDark: boolean }): string | null
  /** To requests of the page, or of the message in it; null: refused. */
  answerRequest(url: URL, mailbox: Mailbox): PageAnswer | null
  /** Around all parts of the message. */
  messageSelector: string
  /** JavaScript for a loaded message, in place of the webmail's own scripts, which do not run. */
  afterLoad: string
}

/** Never looked up in DNS. */
export const webmailOrigin = ({ engine }: Pick<InstalledWebmail, 'engine'>): string =>
  `http://${engine}.invalid`
