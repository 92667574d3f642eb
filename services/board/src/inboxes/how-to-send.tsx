import type { Language } from '@pas/pages/languages'
import type { HostAndPort } from '@pas/settings/value-schemas'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { inboxesTexts } from './inboxes-texts'
import { recipesFor, type Recipe } from './recipes'

interface HowToSendProps {
  res: Response
  address: HostAndPort | null
  inbox: string
  language: Language
}

/** Where to send mail, and recipes to copy; without an address, how the operator turns it on. */
export function HowToSend({ res, address, inbox, language }: HowToSendProps): ReactNode {
  const texts = inboxesTexts[language]
  if (address === null)
    return (
      <section aria-labelledby="off">
        <h2 id="off">{texts.isOff}</h2>
        <p>{texts.turnOn}</p>
      </section>
    )
  return (
    <section className="how-to-send" aria-labelledby="recipes">
      <h2 id="recipes">{texts.recipes}</h2>
      <p>{texts.intro}</p>
      <dl className="facts">
        <dt>{texts.host}</dt>
        <dd>
          <code>{address.host}</code>
        </dd>
        <dt>{texts.port}</dt>
        <dd>
          <code>{address.port}</code>
        </dd>
        <dt>{texts.user}</dt>
        <dd>
          <code>{inbox}</code>
        </dd>
        <dt>{texts.password}</dt>
        <dd>
          {texts.anApiKey}. <KeyHint res={res} language={language} />
        </dd>
      </dl>
      <div className="recipes">
        {recipesFor(address, inbox).map((recipe) => (
          <RecipeCard key={recipe.name} recipe={recipe} language={language} />
        ))}
      </div>
    </section>
  )
}

/** Only admins have the page, and none have it where an OpenID provider alone signs people in. */
function KeyHint({ res, language }: { res: Response; language: Language }): ReactNode {
  const texts = inboxesTexts[language]
  const { signedIn } = res.locals
  const { account } = res.app.locals
  if (!account?.hasPasswords || !signedIn?.isAdmin) return texts.askForKey
  return (
    <>
      {texts.keyHint} <a href={`${account.authUrl}/settings/keys`}>{texts.apiKeys}</a>.
    </>
  )
}

function RecipeCard({
  recipe: { name, file, code },
  language,
}: {
  recipe: Recipe
  language: Language
}): ReactNode {
  const texts = inboxesTexts[language]
  const id = `recipe-${name.toLowerCase()}`
  return (
    <section className="recipe" aria-labelledby={id}>
      <h3 id={id}>
        {name} <span className="muted">{file}</span>
      </h3>
      {/* Shown by the page's script. */}
      <button type="button" hidden data-copy="" data-copied={texts.copied} aria-describedby={id}>
        {texts.copy}
      </button>
      <pre tabIndex={0} role="group" aria-labelledby={id}>
        <code>{code}</code>
      </pre>
    </section>
  )
}
