import type { Fidelity } from '@pas/email-clients/email-client'
import { Fragment, type ReactNode } from 'react'
import type { Language } from '../languages'
import { chooserTexts } from './chooser-texts'
import { emailClientSections, sectionOf } from './email-client-sections'

/** Searches, filters, ticks and counts. The chooser works without it. */
export const chooserScript = '/assets/choose-clients.js'

export interface ChoosableEmailClient {
  code: string
  name: string
  platform: string
  fidelity: Fidelity
  /** No worker draws it at the moment. */
  isUnavailable?: boolean
}

export interface ChooserOptions {
  language: Language
  /** The form's field for the ticked codes. */
  field: string
  emailClients: readonly ChoosableEmailClient[]
  popular: readonly string[]
  ticked: readonly string[]
  /** The script has a button for each, which ticks it alone. */
  sets: readonly { id: number; name: string; clients: readonly string[] }[]
}

type Texts = (typeof chooserTexts)[Language]

/**
 * For a form on a page with `chooserScript`. `data-chooser-count` shows how many are ticked, and `data-unsaved` while
 * the ticks differ from those sent.
 */
export function EmailClientChooser({
  language,
  field,
  emailClients,
  popular,
  ticked,
  sets,
}: ChooserOptions): ReactNode {
  const texts = chooserTexts[language]
  const section = { field, ticked, texts }
  return (
    <div
      className="chooser"
      id="chooser"
      data-count={texts.count}
      data-tick-all={texts.tickAll}
      data-tick-none={texts.tickNone}
      data-found={texts.found}
      data-none-found={texts.noneFound}
      data-none-ticked={texts.noneTicked}
    >
      {/* Hidden until the script runs, because searching and filtering do not work without it. */}
      <div className="search" id="chooser-search" hidden>
        <p className="field">
          <label htmlFor="chooser-text">{texts.search}</label>
          <input type="search" id="chooser-text" autoComplete="off" placeholder={texts.placeholder} />
        </p>
        <label>
          <input type="checkbox" id="chooser-only-ticked" autoComplete="off" />
          {texts.onlyTicked}
        </label>
        <p className="hint starts">
          {texts.tick}
          <TickOnly name={texts.popular} codes={popular} />
          {sets.map(({ id, name, clients }) => (
            <TickOnly key={id} name={name} codes={clients} />
          ))}
          <TickOnly name={texts.none} codes={[]} />
        </p>
        <p className="hint" role="status" id="chooser-result" />
      </div>
      <Section
        {...section}
        id="popular"
        name={texts.popular}
        emailClients={emailClients.filter(({ code }) => popular.includes(code))}
        isOpen
      />
      {emailClientSections.map((id) => (
        <Section
          {...section}
          key={id}
          id={id}
          name={texts.sections[id]}
          emailClients={emailClients.filter(({ code }) => sectionOf(code) === id && !popular.includes(code))}
        />
      ))}
      <Meanings texts={texts} />
    </div>
  )
}

const TickOnly = ({ name, codes }: { name: string; codes: readonly string[] }): ReactNode => (
  <button type="button" className="quiet" data-only="" value={codes.join(' ')}>
    <bdi>{name}</bdi>
  </button>
)

function Section({
  id,
  name,
  field,
  emailClients,
  ticked,
  isOpen = false,
  texts,
}: {
  id: string
  name: string
  field: string
  emailClients: readonly ChoosableEmailClient[]
  ticked: readonly string[]
  isOpen?: boolean
  texts: Texts
}): ReactNode {
  // Empty when every email client of the section is in the popular set, which the operator configures.
  if (emailClients.length === 0) return null
  // The word stands once above the list when it is the same for all.
  const fidelityWords = new Set(emailClients.map(({ fidelity }) => texts.fidelity[fidelity].word))
  return (
    <details className="card section" open={isOpen || emailClients.some(({ code }) => ticked.includes(code))}>
      <summary>
        <h2 id={id}>{name}</h2>
        <span className="hint">{emailClients.length}</span>
      </summary>
      <div className="actions">
        <button type="button" className="quiet" hidden />
        {fidelityWords.size === 1 && <span className="hint">{[...fidelityWords]}</span>}
      </div>
      <ul className="choices" aria-labelledby={id}>
        {[...emailClients]
          .sort(byName)
          .map(({ code, name: clientName, platform, fidelity, isUnavailable }) => (
            <li key={code}>
              <label>
                <input type="checkbox" name={field} value={code} defaultChecked={ticked.includes(code)} />
                {`${clientName} · ${platform}`}
                <small>
                  {[
                    code,
                    ...(fidelityWords.size === 1 ? [] : [texts.fidelity[fidelity].word]),
                    ...(isUnavailable ? [texts.unavailable] : []),
                  ].join(' · ')}
                </small>
              </label>
            </li>
          ))}
      </ul>
    </details>
  )
}

const Meanings = ({ texts }: { texts: Texts }): ReactNode => (
  <details className="meanings">
    <summary>{texts.fidelityTitle}</summary>
    <dl className="facts">
      {Object.values(texts.fidelity).map(({ word, meaning }) => (
        <Fragment key={word}>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </Fragment>
      ))}
    </dl>
  </details>
)

const inEnglish = new Intl.Collator('en', { numeric: true }).compare
const byName = (a: ChoosableEmailClient, b: ChoosableEmailClient): number =>
  inEnglish(a.name, b.name) || inEnglish(a.platform, b.platform)
