import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf, type Language } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ActiveApplication } from '../oauth/active-application'
import { nameOf, type SignedInUser } from '../sessions/signed-in-user'
import { sendPage } from '../views/page'
import { Person, StrongName } from '../views/person'
import { mustSwitchBack } from './consent'
import { consentTexts } from './consent-texts'

export interface ConsentQuestion {
  application: ActiveApplication
  user: SignedInUser
  callbackUri: string
  /** The form sends it back. */
  requestId: string
}

type ConsentTexts = (typeof consentTexts)[Language]

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
      <RequestedAccess question={question} names={names} texts={texts} />
      <Facts res={res} question={question} texts={texts} />
      <Answers
        requestId={question.requestId}
        mayAllow={!mustSwitchBack(question)}
        formToken={formTokenOf(res)}
        texts={texts}
      />
    </section>,
  )
}

type Names = Record<'application' | 'maker' | 'user' | 'account', ReactNode>

function RequestedAccess({
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
  if (mustSwitchBack(question))
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
 * CSP3 §6.4.1: browsers apply form-action to every redirect that follows, also from the callback URI to another host of
 * the application, so any https host has to be allowed.
 */
function allowFormsToHttps(res: Response): void {
  const policy = String(res.getHeader('Content-Security-Policy'))
  res.setHeader('Content-Security-Policy', `${policy};form-action 'self' https:`)
}
