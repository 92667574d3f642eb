import path from 'node:path'
import type { Mailbox } from '../webmail/mailbox'
import type { PageAnswer } from '../webmail/webmail'

const skinFile = /^\/(?:skins|plugins|program)(?:\/\w[\w.-]*)+\.(?:css|woff2?|svg|png|gif|jpe?g)$/

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
 * Allows files of the skin, images of the mailbox's message and style sheets. Null refuses others, because a message
 * can contain the webmail's URLs, and must not act there.
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
  const message = { _mbox: mailbox.name, _uid: String(mailbox.uid) }
  if (isOfMessage && searchParams.get('_mbox') !== message._mbox) return null
  // Not the page's query, which PHP may parse otherwise than `URLSearchParams`.
  const query = new URLSearchParams({ ...action.names, ...(isOfMessage && message) })
  for (const name of action.parameters) {
    const value = searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  return { target: `/?${query.toString()}`, contentType: action.contentType }
}
