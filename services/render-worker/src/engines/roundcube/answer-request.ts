import path from 'node:path'
import type { Mailbox } from '../webmail/mailbox'
import type { PageAnswer } from '../webmail/webmail'

/** What Roundcube's page loads of its skin. */
const skinFile = /^\/(?:skins|plugins|program)(?:\/\w[\w.-]*)+\.(?:css|woff2?|svg|png|gif|jpe?g)$/

/** The page's own actions that bring something to see, what they may be asked with, and what they must answer. */
const actions = [
  {
    names: { _task: 'mail', _action: 'get' },
    parameters: ['_part', '_embed', '_mimeclass', '_thumb'],
    contentType: /^image\//,
  },
  {
    names: { _task: 'utils', _action: 'modcss' },
    parameters: ['_u', '_c', '_p'],
    contentType: /^text\/css/,
  },
]

/**
 * What a page of `mailbox` may ask Roundcube for: the skin's files, the message's own images and the style sheets that it links. Null for
 * anything else: a message can name the webmail's address too, and must not act there.
 */
export function answerRequest(
  { pathname, searchParams }: URL,
  mailbox: Mailbox,
  publicFolder: string,
): PageAnswer | null {
  if (skinFile.test(pathname)) return { file: path.join(publicFolder, pathname) }
  if (pathname !== '/') return null
  const action = actions.find(({ names }) =>
    Object.entries(names).every(([name, value]) => searchParams.get(name) === value),
  )
  if (!action) return null
  const isOfMessage = action.names._task === 'mail'
  const own = { _mbox: mailbox.name, _uid: String(mailbox.uid) }
  if (isOfMessage && searchParams.get('_mbox') !== own._mbox) return null
  // Put together anew: PHP may read a query otherwise than we do.
  const query = new URLSearchParams({ ...action.names, ...(isOfMessage && own) })
  for (const name of action.parameters) {
    const value = searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  return { target: `/?${query.toString()}`, contentType: action.contentType }
}
