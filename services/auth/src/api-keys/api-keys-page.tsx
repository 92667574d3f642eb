import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatDay, formatMoment, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { ProofField } from '../second-factor/proof-field'
import { nameOf } from '../sessions/signed-in-user'
import { Field } from '../views/field'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { copyScript, ShownOnce } from '../views/shown-once'
import type { ShownApiKey } from './api-keys'
import { apiKeysTexts } from './api-keys-texts'

/** Code points. */
export const maxKeyNameLength = 60

export interface ApiKeysPage {
  apiKeys: readonly ShownApiKey[]
  made?: string
  name?: string
  onlyMail?: boolean
  notice?: string | undefined
  error?: string
  status?: number
}

export function sendApiKeysPage(
  res: Response,
  { apiKeys, made, name = '', onlyMail = false, notice, error, status = 200 }: ApiKeysPage,
): void {
  const language = languageOf(res.req)
  const texts = apiKeysTexts[language]
  sendPage(
    res,
    { title: texts.title, status, scripts: made === undefined ? [] : [copyScript] },
    <>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <Outcome notice={notice} error={error} />
      {made !== undefined && (
        <section className="card" aria-labelledby="made">
          <h2 id="made">{texts.made}</h2>
          <ShownOnce res={res} label={texts.apiKey} value={made}>
            <p className="hint">{texts.shownOnce}</p>
          </ShownOnce>
        </section>
      )}
      <section className="card" aria-labelledby="keys">
        <h2 id="keys">{texts.keys}</h2>
        {apiKeys.length === 0 && <p>{texts.none}</p>}
        <ul className="items">
          {apiKeys.map((apiKey) => (
            <li key={apiKey.id}>
              <span>
                <bdi>{apiKey.name ?? texts.unnamed}</bdi> <code>{apiKey.prefix}…</code>
                <br />
                <span className="hint">{factsOf(apiKey, language).join(' · ')}</span>
              </span>
              <a
                href={`/settings/keys/${apiKey.id}`}
                aria-label={texts.revokeNamed({ name: apiKey.name ?? apiKey.prefix })}
              >
                {texts.revoke}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="card" aria-labelledby="make">
        <h2 id="make">{texts.make}</h2>
        <form method="post" action="/settings/keys">
          <FormToken value={formTokenOf(res)} />
          <Field
            label={texts.name}
            type="text"
            id="name"
            name="name"
            autoComplete="off"
            maxLength={maxKeyNameLength}
            defaultValue={name}
            dir="auto"
            required
            {...(status === 400 && { 'aria-invalid': true, 'aria-describedby': 'error' })}
          >
            <span className="hint">{texts.nameHint}</span>
          </Field>
          <OnlyMail isChosen={onlyMail} texts={texts} />
          <ProofField res={res} />
          <button>{texts.make}</button>
        </form>
      </section>
    </>,
  )
}

const OnlyMail = ({
  isChosen,
  texts,
}: {
  isChosen: boolean
  texts: (typeof apiKeysTexts)[Language]
}): ReactNode => (
  <p>
    <label>
      <input
        type="checkbox"
        name="only_mail"
        value="1"
        defaultChecked={isChosen}
        autoComplete="off"
        aria-describedby="only-mail"
      />{' '}
      {texts.onlyMail}
    </label>
    <br />
    <span className="hint" id="only-mail">
      {texts.onlyMailHint}
    </span>
  </p>
)

function factsOf(
  { onlyMail, createdAt, lastUsedAt, user, oauthApplication }: ShownApiKey,
  language: Language,
): string[] {
  const texts = apiKeysTexts[language]
  return [
    ...(onlyMail ? [texts.onlyMail] : []),
    texts.createdAt({ day: formatDay(language, createdAt) }),
    lastUsedAt ? texts.lastUsed({ moment: formatMoment(language, lastUsedAt) }) : texts.neverUsed,
    user ? texts.madeBy({ person: nameOf(user) }) : texts.ofAccount,
    ...(user?.disabledAt ? [texts.switchedOff] : []),
    ...(oauthApplication ? [texts.usedBy({ application: oauthApplication.name })] : []),
  ]
}

export function sendRevokePage(
  res: Response,
  { apiKey, error, status = 200 }: { apiKey: ShownApiKey; error?: string; status?: number },
): void {
  const language = languageOf(res.req)
  const texts = apiKeysTexts[language]
  sendPage(
    res,
    { title: texts.revokeHeading, status, narrow: true },
    <>
      <p>
        <a href="/settings/keys">{texts.back}</a>
      </p>
      <section className="card">
        <h1>{texts.revokeHeading}</h1>
        <p>
          <bdi>{apiKey.name ?? texts.unnamed}</bdi> <code>{apiKey.prefix}…</code>
          <br />
          <Facts facts={factsOf(apiKey, language)} />
        </p>
        <p>{texts.revokeHint}</p>
        <Outcome error={error} />
        <form method="post">
          <FormToken value={formTokenOf(res)} />
          <ProofField res={res} />
          <button className="danger">{texts.revoke}</button>
        </form>
      </section>
    </>,
  )
}

const Facts = ({ facts }: { facts: string[] }): ReactNode => <span className="hint">{facts.join(' · ')}</span>
