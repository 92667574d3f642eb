import { byId } from './dom'
import { mergeRows } from './merge-rows'

const refreshEveryMs = 250
const firstRetryMs = 1_000
const longestRetryMs = 30_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface FollowedPage {
  /** Has what `newsOf` says. */
  element: HTMLElement
  /** Shows what changed; the list of inboxes is done. */
  show: (fresh: Document) => void
}

/** Shows mail as it comes while the page is looked at; ends when the user is signed out. */
export function followMail({ element, show }: FollowedPage): void {
  let waiting: AbortController | null = null

  const setState = (state: 'live' | 'reconnecting' | 'signedOut' | 'off'): void => {
    const live = document.getElementById('live')
    if (!live) return
    live.dataset.state = state
    live.textContent = element.dataset[state] ?? ''
  }

  const follow = async (): Promise<void> => {
    const { signal } = (waiting = new AbortController())
    let retryMs = firstRetryMs
    while (!signal.aborted) {
      const { news } = element.dataset
      if (news === undefined) return
      setState('live')
      const answer = await fetch(news, { signal }).catch(() => null)
      if (signal.aborted) return
      if (answer?.status === 401) {
        setState('signedOut')
        return
      }
      const told = answer?.ok
        ? ((await answer.json().catch(() => null)) as { has_news: boolean } | null)
        : null
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
  const showNews = async (signal: AbortSignal): Promise<boolean> => {
    const answer = await fetch(location.href, { signal }).catch(() => null)
    if (!answer?.ok) return false
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fresh = page.getElementById(element.id)
    if (!fresh) return false
    // The first mail of all leads from the recipes to its inbox.
    if (answer.url !== location.href) history.replaceState(null, '', answer.url)
    if (fresh.dataset.news === undefined) delete element.dataset.news
    else element.dataset.news = fresh.dataset.news
    const inboxes = page.getElementById('inbox-list')
    if (inboxes) mergeRows(byId('inbox-list'), inboxes)
    show(page)
    return true
  }

  document.addEventListener('visibilitychange', () => {
    waiting?.abort()
    setState('off')
    if (document.hidden) return
    const { signal } = (waiting = new AbortController())
    // What came, or was read on another page, meanwhile.
    void showNews(signal).then(() => signal.aborted || void follow())
  })
  if (!document.hidden) void follow()
}
