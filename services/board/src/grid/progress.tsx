import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { emailPath } from '../email/email-paths'
import { fill } from '../email/shown-preview'
import { type Tile, countTiles } from '../email/tiles'
import type { GridTexts } from './grid-texts'
import { KeysHint } from './keys'

export function Progress({
  email,
  tiles,
  texts,
}: {
  email: ApiEmail
  tiles: readonly Tile[]
  texts: GridTexts
}): ReactNode {
  const numbers = countTiles(tiles)
  const isLive = numbers.waiting > 0
  return (
    <div
      className="progress"
      id="progress"
      hidden={tiles.length === 0}
      data-events={isLive ? `${emailPath(email.email_guid)}/events` : undefined}
      data-drawn={texts.drawn}
      data-failed={texts.failed}
      data-failed-word={`! ${texts.failedWord}`}
      data-cut-word={texts.cut}
      data-live={texts.states.live}
      data-reconnecting={texts.states.reconnecting}
      data-complete={texts.states.complete}
      data-gone={texts.states.gone}
      data-signed-out={texts.states.signedOut}
      data-counts={`${emailPath(email.email_guid)}/change-counts`}
      data-one-change={texts.changes.one}
      data-changes={texts.changes.many}
      data-one-change-at-most={texts.changes.oneAtMost}
      data-changes-at-most={texts.changes.manyAtMost}
      data-changes-unknown={texts.changes.unknown}
    >
      <span id="drawn">{fill(texts.drawn, numbers)}</span>
      <progress value={numbers.captured} max={Math.max(1, numbers.total)} aria-labelledby="drawn" />
      <span className="bad" id="failed" hidden={numbers.failed === 0}>
        {`! ${fill(texts.failed, numbers)}`}
      </span>
      {/* Tells screen readers how many pictures are drawn; the page's script writes it. */}
      <span className="seen-by-readers-only" role="status" id="said" />
      <KeysHint texts={texts} />
      <span className="live" id="live" data-state={isLive ? 'reconnecting' : 'complete'}>
        {isLive ? texts.waiting : texts.states.complete}
      </span>
    </div>
  )
}
