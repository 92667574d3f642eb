/*
 * The script of the page of inboxes: shows mail as it comes, and copies recipes. It waits for mail only while the page
 * is looked at. The page works without it.
 */
import { fill } from '../email/shown-preview'
import { byId } from './parts/dom'
import { mergeRows } from './parts/merge-rows'

const refreshEveryMs = 250
const firstRetryMs = 1_000
const longestRetryMs = 30_000

const inboxes = byId('inboxes')
let waiting: AbortController | null = null

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function setState(state: 'live' | 'reconnecting' | 'signedOut' | 'off'): void {
  const live = document.getElementById('live')
  if (!live) return
  live.dataset.state = state
  live.textContent = inboxes.dataset[state] ?? ''
}

/** Goes on until the page is hidden, or the user is signed out. */
async function followMail(): Promise<void> {
  const { signal } = (waiting = new AbortController())
  let retryMs = firstRetryMs
  while (!signal.aborted) {
    const { news } = inboxes.dataset
    if (news === undefined) return
    setState('live')
    const answer = await fetch(news, { signal }).catch(() => null)
    if (signal.aborted) return
    if (answer?.status === 401) {
      setState('signedOut')
      return
    }
    const told = answer?.ok ? ((await answer.json().catch(() => null)) as { has_news: boolean } | null) : null
    if (told === null || (told.has_news && !(await showNews(signal)))) {
      if (signal.aborted) return
      setState('reconnecting')
      const seconds = Number(answer?.headers.get('retry-after') ?? 0)
      await pause(Math.max(retryMs, 1_000 * seconds))
      retryMs = Math.min(2 * retryMs, longestRetryMs)
      continue
    }
    retryMs = firstRetryMs
    if (told.has_news) await pause(refreshEveryMs)
  }
}

/** Reads the page anew; only the server makes rows, with their texts and times. False when it has no answer. */
async function showNews(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(location.href, { signal }).catch(() => null)
  if (!answer?.ok) return false
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.getElementById('inboxes')
  if (!fresh) return false
  // The first mail of all leads from the recipes to its inbox.
  if (answer.url !== location.href) history.replaceState(null, '', answer.url)
  if (fresh.dataset.news === undefined) delete inboxes.dataset.news
  else inboxes.dataset.news = fresh.dataset.news
  showRows('inbox-list', page)
  const known = document.getElementById('mails')
  const came = page.getElementById('mails')
  if (known && came) {
    const number = mergeRows(known, came)
    if (number > 0) byId('came').textContent = fill(inboxes.dataset.came, { number })
  } else {
    byId('mail').replaceChildren(...(page.getElementById('mail')?.childNodes ?? []))
    document.title = page.title
    startCopying()
  }
  return true
}

function showRows(id: string, page: Document): void {
  const fresh = page.getElementById(id)
  if (fresh) mergeRows(byId(id), fresh)
}

function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const code = button.parentElement?.querySelector('code')?.textContent ?? ''
      void navigator.clipboard.writeText(code).then(() => {
        button.textContent = button.dataset.copied ?? ''
      })
    })
  }
}

document.addEventListener('visibilitychange', () => {
  waiting?.abort()
  setState('off')
  if (document.hidden) return
  const { signal } = (waiting = new AbortController())
  // What came, or was read on another page, meanwhile.
  void showNews(signal).then(() => signal.aborted || void followMail())
})
startCopying()
if (!document.hidden) void followMail()
