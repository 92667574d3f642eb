import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatDay, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { AppCodeField, Field } from '../views/field'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { ProofField } from './proof-field'
import { secondFactorSettingsTexts } from './second-factor-settings-texts'
import type { SecondFactor } from './second-factors'

export interface SecondFactorSettingsPage {
  secondFactor: SecondFactor | null
  setUp: SetUp | null
  recoveryCodes?: readonly string[]
  notice?: string | undefined
  error?: string
  status?: number
}

interface SetUp {
  secret: string
  sealedSecret: string
  url: string
}

export function sendSecondFactorSettingsPage(
  res: Response,
  { secondFactor, setUp, recoveryCodes, notice, error, status = 200 }: SecondFactorSettingsPage,
): void {
  const language = languageOf(res.req)
  const texts = secondFactorSettingsTexts[language]
  sendPage(
    res,
    {
      title: texts.title,
      status,
      narrow: true,
      scripts: recoveryCodes ? ['/assets/recovery-codes.js'] : [],
    },
    <>
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <Outcome notice={notice} error={error} />
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} language={language} />}
      {secondFactor && <EnabledSecondFactor res={res} secondFactor={secondFactor} />}
      {setUp && <SetUpSteps setUp={setUp} formToken={formTokenOf(res)} language={language} />}
    </>,
  )
}

function SetUpSteps({
  setUp: { secret, sealedSecret, url },
  formToken,
  language,
}: {
  setUp: SetUp
  formToken: string
  language: Language
}): ReactNode {
  const texts = secondFactorSettingsTexts[language]
  return (
    <section className="card">
      <h2>{texts.scanHeading}</h2>
      <p>{texts.scan}</p>
      <QrCode text={url} label={texts.qrCode} />
      <p>
        <a href={url}>{texts.openApp}</a>
      </p>
      <p className="hint">
        {texts.typeSecret} <code className="secret">{secret.replace(/(.{4})(?!$)/g, '$1 ')}</code>
      </p>
      <h2>{texts.confirmHeading}</h2>
      <form method="post">
        <FormToken value={formToken} />
        <input type="hidden" name="sealed_secret" value={sealedSecret} />
        <AppCodeField label={texts.code} />
        <Field
          label={texts.password}
          type="password"
          id="password"
          name="password"
          autoComplete="current-password"
          required
        />
        <button name="action" value="turn_on">
          {texts.turnOn}
        </button>
      </form>
    </section>
  )
}

/** The quiet zone of ISO/IEC 18004, in modules. */
const border = 4

/** Black on white also in dark colours, because some readers need it so. */
function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { data, size } = encode(text, { ecc: 'M', border })
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.flatMap(rowPath).join('')} fill="#000" />
    </svg>
  )
}

/** Draws each run of dark modules as one rectangle. */
function rowPath(row: readonly boolean[], y: number): string[] {
  const modules = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...modules.matchAll(/1+/g)].map(
    ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
  )
}

function RecoveryCodes({ codes, language }: { codes: readonly string[]; language: Language }): ReactNode {
  const texts = secondFactorSettingsTexts[language]
  return (
    <section
      className="card"
      id="recovery-codes"
      aria-labelledby="recovery-codes-heading"
      data-file={texts.codesFile}
      data-copied={texts.copied}
      data-copy-failed={texts.copyFailed}
    >
      <h2 id="recovery-codes-heading">{texts.codesHeading}</h2>
      <p>{texts.keepCodes}</p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      {/* Hidden until recovery-codes.js runs, because the buttons do not work without it. */}
      <p className="actions" hidden>
        {(['copy', 'save', 'print'] as const).map((act) => (
          <button key={act} type="button" className="secondary" data-act={act}>
            {texts[act]}
          </button>
        ))}
      </p>
      <p className="hint" role="status" />
      <form method="get" action="/settings/second-factor">
        <p>
          <label>
            <input type="checkbox" required autoComplete="off" /> {texts.haveStored}
          </label>
        </p>
        <button>{texts.done}</button>
      </form>
    </section>
  )
}

function EnabledSecondFactor({
  res,
  secondFactor: { enabledAt, recoveryCodesLeft },
}: {
  res: Response
  secondFactor: SecondFactor
}): ReactNode {
  const language = languageOf(res.req)
  const texts = secondFactorSettingsTexts[language]
  return (
    <section className="card">
      <h2>{texts.isOn}</h2>
      <dl className="facts">
        <dt>{texts.since}</dt>
        <dd>
          <time dateTime={enabledAt.toISOString()}>{formatDay(language, enabledAt)}</time>
        </dd>
        <dt>{texts.codesLeft}</dt>
        <dd>{recoveryCodesLeft}</dd>
      </dl>
      <form method="post">
        <FormToken value={formTokenOf(res)} />
        <ProofField res={res}>
          <span className="hint">{texts.proofHint}</span>
        </ProofField>
        <p className="actions">
          <button className="secondary" name="action" value="replace_recovery_codes">
            {texts.replaceCodes}
          </button>
          <button className="danger" name="action" value="turn_off">
            {texts.turnOff}
          </button>
        </p>
      </form>
    </section>
  )
}
