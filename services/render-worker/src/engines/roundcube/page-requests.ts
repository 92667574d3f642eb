import type { Mailbox } from './mailbox'
import { webmailOrigin } from './message-page'
import type { WebmailResponse, WebmailSession } from './webmail'

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

/** Skin files do not change while a process lives. */
export type SkinFiles = Map<string, Promise<WebmailResponse>>

/**
 * Answers what a page of `mailbox` asks the webmail for: the skin's files, the message's own images and the style sheets that it
 * links. Null for anything else: a message can name the webmail's address too, and must not act there.
 */
export async function answerPageRequest(
  url: string,
  {
    session,
    mailbox,
    skinFiles,
  }: { session: Pick<WebmailSession, 'get'>; mailbox: Mailbox; skinFiles: SkinFiles },
): Promise<WebmailResponse | null> {
  const { origin, pathname, searchParams } = new URL(url)
  if (origin !== webmailOrigin) return null
  if (skinFile.test(pathname)) {
    const file = await getSkinFile(session, pathname, skinFiles)
    return file.status === 200 ? file : null
  }
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
  const response = await session.get(`/?${query.toString()}`)
  return response.status === 200 && action.contentType.test(response.contentType) ? response : null
}

function getSkinFile(
  session: Pick<WebmailSession, 'get'>,
  pathname: string,
  skinFiles: SkinFiles,
): Promise<WebmailResponse> {
  const known = skinFiles.get(pathname)
  // Whose session it was asked in may have ended meanwhile.
  if (known) return known.catch(() => session.get(pathname))
  const answer = session.get(pathname)
  skinFiles.set(pathname, answer)
  const forget = (): boolean => skinFiles.delete(pathname)
  answer.then(({ status }) => status !== 200 && forget(), forget)
  return answer
}
