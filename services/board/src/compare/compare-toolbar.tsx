import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { emailName } from '../email/email-name'
import { comparePath, emailPath } from '../email/email-paths'
import { Segments } from '../picture/segments'
import { BackLink } from '../views/back-link'
import { compareTexts, modes } from './compare-texts'
import { maxPanes, type ComparePage } from './comparison'

export function CompareToolbar({
  page: { email, panes, mode, others },
  language,
}: {
  page: ComparePage
  language: Language
}): ReactNode {
  const texts = compareTexts[language]
  const ids = panes.map(({ id }) => id)
  const path = emailPath(email.email_guid)
  return (
    <div className="toolbar">
      <BackLink href={`${path}#${panes[0]?.tile.key ?? ''}`} language={language} />
      <h1>{texts.title}</h1>
      <bdi className="muted">{emailName(email, language)}</bdi>
      {/* Without a chosen mode, board.css shows the first where the page is wide, and the second elsewhere. */}
      {panes.length > 1 &&
        (mode === null ? (['side', 'slide'] as const) : [mode]).map((current, index, currents) => (
          <Segments
            key={current}
            className={currents.length === 1 ? 'push' : `push where-${index === 0 ? 'wide' : 'narrow'}`}
            label={texts.how}
            links={modes.map((other) => ({
              href: comparePath(email.email_guid, ids, other),
              text: texts.modes[other],
              isCurrent: other === current,
            }))}
          />
        ))}
      {panes.length < maxPanes && others.length > 0 && (
        <form action={`${path}/compare`} id="add">
          {ids.map((id) => (
            <input key={id} type="hidden" name="with" value={id} />
          ))}
          {/* A third picture ends a mode that compares two. */}
          {panes.length < 2 && mode !== null && <input type="hidden" name="mode" value={mode} />}
          <select name="with" aria-label={texts.choose}>
            {others.map(({ key, name, platform }) => (
              <option key={key} value={key}>{`${name} · ${platform}`}</option>
            ))}
          </select>
          <button>{texts.add}</button>
        </form>
      )}
    </div>
  )
}
