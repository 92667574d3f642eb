import { formatNumber } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiComparedChecks } from '../api/schema'
import { WithCode } from '../views/with-code'
import { checkTexts } from './checks-texts'
import type { FindingContext } from './finding-row'

/** How the findings differ from the earlier version's. */
export function ComparedChecks({
  compared: { gone, new: newOnes, still, not_compared: notCompared },
  language,
}: Pick<FindingContext, 'language'> & { compared: ApiComparedChecks }): ReactNode {
  const texts = checkTexts[language]
  const numbers = {
    gone: formatNumber(language, gone.length),
    isNew: formatNumber(language, newOnes.length),
    still: formatNumber(language, still.length),
  }
  const summary = (
    <>
      <strong>{texts.compared(numbers)}</strong> <span className="muted">{texts.sinceEarlier}</span>
      {notCompared.length > 0 && (
        <small className="muted">{` · ${texts.notCompared({ names: notCompared.join(', ') })}`}</small>
      )}
    </>
  )
  if (gone.length === 0) return <p className="compared-checks">{summary}</p>
  return (
    <details className="compared-checks" id="gone">
      <summary>{summary}</summary>
      <ul>
        {gone.map(({ fingerprint, what, description }) => (
          <li key={fingerprint}>
            <s lang="en">
              <WithCode text={description} />
            </s>{' '}
            <code>
              <bdi>{what}</bdi>
            </code>
          </li>
        ))}
      </ul>
    </details>
  )
}
