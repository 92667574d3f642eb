import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf, type Language } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ActiveApplication } from '../oauth/active-application'
import { nameOf, type SignedInUser } from '../sessions/signed-in-user'
import { sendPage } from '../views/page'
import { Person, StrongName } from '../views/person'
import { isForActorOnly } from './consent'
import { consentTexts } from './consent-texts'

export interface ConsentQuestion {
  application: ActiveApplication
  user: SignedInUser
  callbackUri: string
  /** The id of the stored authorization request; the form sends it back. */
  requestId: string
}

type ConsentTexts = (typeof consentTexts)[Language]

/**
 * Sends the page that asks a user whether an application may act for them, or for the user for whom they act. It names
 * the application, its maker, the users and the callback URI.
 */
export function sendConsentPage(res: Response, question: ConsentQuestion): void {
  const { application, user } = question
  const texts = consentTexts[languageOf(res.req)]
  const actsForOther = user.actor !== null
  const names = {
    application: <bdi>{application.name}</bdi>,
    maker: <StrongName text={application.account.name} />,
    user: <bdi>{nameOf(user)}</bdi>,
    account: <bdi>{user.account.name}</bdi>,
  }
  allowFormsToHttps(res)
  sendPage(
    res,
    {
      title: texts.title({ application: application.name }),
      narrow: true,
      navigation: false,
      // The button submits the consent form, so that the user who is switched back to is asked the same question.
      backButton: (label) => (
        <button form="consent" name="decision" value="switch_back" className="secondary">
          {label}
        </button>
      ),
    },
    <section className="card">
      <h1>
        <Sentence text={actsForOther ? texts.headingFor : texts.heading} elements={names} />
      </h1>
      <Asked question={question} names={names} texts={texts} />
      <Facts res={res} question={question} texts={texts} />
      <Answers
        requestId={question.requestId}
        mayAllow={!isForActorOnly(question)}
        formToken={formTokenOf(res)}
        texts={texts}
      />
    </section>,
  )
}

/** The elements of the sentences of the page. */
type Names = Record<'application' | 'maker' | 'user' | 'account', ReactNode>

/** What the application asks for; for a user who acts for another, that it is not for that user where it is not. */
function Asked({
  question,
  names,
  texts,
}: {
  question: ConsentQuestion
  names: Names
  texts: ConsentTexts
}): ReactNode {
  const { application, user } = question
  const actsForOther = user.actor !== null
  if (isForActorOnly(question))
    return (
      <p>
        <Sentence text={texts.notForOther} elements={names} />
      </p>
    )
  return (
    <>
      <p>
        <Sentence
          text={actsForOther ? texts.asksFor : texts.asks}
          elements={{ ...names, application: <StrongName text={application.name} /> }}
        />
      </p>
      <ul>
        <li>{actsForOther ? <Sentence text={texts.usesFor} elements={names} /> : texts.uses}</li>
        <li>{actsForOther ? texts.readsFor : texts.reads}</li>
        <li>{texts.lasts}</li>
      </ul>
    </>
  )
}

/** Who agrees, and where the browser goes with the answer. */
function Facts({
  res,
  question: { user, callbackUri },
  texts,
}: {
  res: Response
  question: ConsentQuestion
  texts: ConsentTexts
}): ReactNode {
  return (
    <dl className="facts">
      {user.actor !== null && (
        <>
          <dt>{texts.actingAs}</dt>
          <dd>
            <Person res={res} user={user} />
          </dd>
        </>
      )}
      <dt>{texts.signedInAs}</dt>
      <dd>
        <Person res={res} user={user.actor ?? user} />
      </dd>
      <dt>{texts.answerGoesTo}</dt>
      <dd>
        <strong>{new URL(callbackUri).host}</strong>
        <br />
        <code>{callbackUri}</code>
      </dd>
    </dl>
  )
}

function Answers({
  requestId,
  mayAllow,
  formToken,
  texts,
}: {
  requestId: string
  mayAllow: boolean
  formToken: string
  texts: ConsentTexts
}): ReactNode {
  return (
    <form method="post" action="/oauth/consent" id="consent">
      <FormToken value={formToken} />
      <input type="hidden" name="request" value={requestId} />
      <div className="actions">
        {mayAllow && (
          <button name="decision" value="approve">
            {texts.allow}
          </button>
        )}
        <button name="decision" value="decline" className="secondary">
          {texts.decline}
        </button>
      </div>
      <p className="hint">{texts.notYou}</p>
      <div className="actions">
        <button name="decision" value="another_user" className="quiet">
          {texts.anotherUser}
        </button>
      </div>
    </form>
  )
}

/**
 * CSP3 §6.4.1: form-action limits where the form may lead. Browsers apply it to every redirect that follows, also to
 * one from the callback URI to another host of the application, so any https host has to be allowed.
 */
function allowFormsToHttps(res: Response): void {
  const policy = String(res.getHeader('Content-Security-Policy'))
  res.setHeader('Content-Security-Policy', `${policy};form-action 'self' https:`)
}
