import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiInbox } from '../api/schema'
import { inboxPath } from '../email/email-paths'
import { withQuery } from '../with-query'
import { inboxListTexts } from './inbox-list-texts'

interface InboxListProps {
  inboxes: readonly ApiInbox[]
  /** The inbox that the page shows; null: how to send. */
  current?: string | null
  /** Whether the page shows mail as it comes. */
  isLive: boolean
  language: Language
}

const recipesPath = '/inboxes?recipes=1'

/** By name, so that no link moves when mail comes. */
export function InboxList({ inboxes, current, isLive, language }: InboxListProps): ReactNode {
  const texts = inboxListTexts[language]
  const currentPage = (name: string | null): 'page' | undefined => (name === current ? 'page' : undefined)
  return (
    <nav className="inbox-list" aria-label={texts.title}>
      <ul id="inbox-list">
        {inboxes
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
          .map(({ name, unread }) => (
            <li key={name} id={`inbox-${name}`}>
              <a href={inboxPath(name)} aria-current={currentPage(name)}>
                <bdi title={name}>{name}</bdi>
                {unread > 0 && (
                  <span className="count" title={texts.unread({ number: formatNumber(language, unread) })}>
                    {formatNumber(language, unread)}
                    <span className="seen-by-readers-only">{` ${texts.unread({ number: '' }).trim()}`}</span>
                  </span>
                )}
              </a>
            </li>
          ))}
      </ul>
      <a className="how-to" href={recipesPath} aria-current={currentPage(null)}>
        {texts.howTo}
      </a>
      {isLive && <span className="live" id="live" data-state="off" />}
    </nav>
  )
}

/** Where a page that shows `newest` asks for more, as its script reads it. */
export const newsPathOf = (newest: string | undefined): string =>
  withQuery('/inboxes/news', { after: newest })

/** What `followMail` of the page's script reads; without a path it follows nothing. */
export function newsOf(newsPath: string | null, language: Language): Readonly<Record<string, string | null>> {
  const { live, reconnecting, signedOut } = inboxListTexts[language]
  return {
    'data-news': newsPath,
    'data-live': live,
    'data-reconnecting': reconnecting,
    'data-signed-out': signedOut,
  }
}
