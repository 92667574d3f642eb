import type { ReactNode } from 'react'
import type { GridTexts } from './grid-texts'

/** Says that there are keys. The style sheet shows it with scripts, beside a pointer that is not a finger. */
export const KeysHint = ({ texts }: { texts: GridTexts }): ReactNode => (
  <span className="keys-hint">
    <span id="keys-hint">
      {texts.keysHint.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </span>
    <button type="button" className="quiet" id="keys-button">
      {texts.keys} <kbd>?</kbd>
    </button>
  </span>
)

/** The list of keys; the page's script shows it. */
export const Keys = ({ texts }: { texts: GridTexts }): ReactNode => (
  <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">{texts.keys}</h2>
    <dl className="facts">
      {texts.keyList.map(([key, does]) => (
        <div key={key} className="contents">
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <p>
      <label>
        <input type="checkbox" id="keys-anywhere" autoComplete="off" /> {texts.keysAnywhere}
      </label>
    </p>
    <form method="dialog">
      <button>{texts.close}</button>
    </form>
  </dialog>
)
