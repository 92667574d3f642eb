import type { ReactNode } from 'react'
import type { GridTexts } from './grid-texts'

/** board.css shows it only with scripts and a mouse. */
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
