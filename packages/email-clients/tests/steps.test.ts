import { families, findEmailClient } from '@pas/email-clients/catalogue'
import { profileOf } from '@pas/email-clients/emulate'
import type { HtmlProfile } from '@pas/email-clients/engine/profile'
import { runProfile } from '@pas/email-clients/engine/run-profile'
import type { StepCase } from '@pas/email-clients/engine/step-case'
import { stepCases } from '@pas/email-clients/step-cases'
import { emailOf } from './draw-in-client'

const cases = stepCases.flatMap((stepCase) =>
  Object.keys(stepCase.sources).map((code) => ({ ...stepCase, code })),
)

describe('a step of an email client', () => {
  it.each(cases)('$step in $code: $sees', ({ code, ...stepCase }) => {
    const profile = htmlProfileOf(code)
    expect(stepsOf(profile)).toContain(stepCase.step)
    expect(effectsOf(profile, code, stepCase)).toEqual({ shows: true, hides: true, isTold: true })
    // The case fails if the profile loses the step.
    const { shows, hides, isTold } = effectsOf(without(stepCase.step, profile), code, stepCase)
    const { shows: shown, hides: hidden, rule } = stepCase
    expect({ shows, hides, isTold }).toEqual({
      shows: shown === undefined,
      hides: hidden === undefined,
      isTold: rule === null,
    })
    expect([shows, hides, isTold]).toContain(false)
  })

  it.each(Object.entries(families))('has a case with a client of its family: %s', (_family, rows) => {
    const codes = new Set(rows.map(({ code }) => code))
    const covered = new Set(cases.filter(({ code }) => codes.has(code)).map(({ step }) => step))
    const steps = rows.flatMap((row) => {
      const profile = profileOf(row)
      return profile.kind === 'html' ? stepsOf(profile) : []
    })
    expect([...new Set(steps)].filter((step) => !covered.has(step))).toEqual([])
  })
})

function htmlProfileOf(code: string): HtmlProfile {
  const emailClient = findEmailClient(code)
  const profile = emailClient && profileOf(emailClient)
  if (profile?.kind !== 'html') throw new Error(`${code} shows no HTML`)
  return profile
}

/** The names of a profile's steps. */
function stepsOf({ sourceSteps, steps }: HtmlProfile): string[] {
  return [...sourceSteps, ...steps].map(({ name }) => name)
}

function without(step: string, profile: HtmlProfile): HtmlProfile {
  return {
    ...profile,
    sourceSteps: profile.sourceSteps.filter(({ name }) => name !== step),
    steps: profile.steps.filter(({ name }) => name !== step),
  }
}

/** Which of a case's expectations hold. One that it does not have holds. */
function effectsOf(
  profile: HtmlProfile,
  code: string,
  { html, styleSheet, images = 'allowed', shows, hides, rule, sources }: StepCase,
): { shows: boolean; hides: boolean; isTold: boolean } {
  const { document, changes } = runProfile(profile, emailOf(html), {
    orientation: 'vertical',
    images,
    assetUrl: (url) => `http://assets.invalid/frozen/${encodeURIComponent(url)}`,
    styleSheet: () => styleSheet ?? null,
  })
  const page = document.kind === 'html' ? document.html : ''
  return {
    shows: shows === undefined || page.includes(shows),
    hides: hides === undefined || !page.includes(hides),
    isTold:
      rule === null ||
      changes.some((change) => change.rule === rule && change.source.startsWith(sources[code] ?? '')),
  }
}
