import type { checkRulesBody, checksBody, comparedChecksBody } from '@pas/api-contract/checks'
import type { ChecksOfEmail } from '@pas/email-checks/answers'
import { checkNames, usualCheckNames, type CheckName, type Rule } from '@pas/email-checks/rule'
import type { EmailClient } from '@pas/email-clients/email-client'
import { didYouMean } from '@pas/runtime/did-you-mean'
import { ApiError, invalidField } from '@pas/runtime/errors'
import { z } from 'zod'
import { requireEmailClient } from '../previews/schema'
import { assertContent, sentEmail, sentMembers } from '../http/sent-email'
import type { ComparedChecks } from './compare-checks'
import { namesOf, type MemberNames } from '../http/json-body'

export const maxClientsOfChecks = 50

export interface AskedChecks {
  names: readonly CheckName[]
  emailClients: EmailClient[] | null
}

export function parseChecksQuery(query: Readonly<Record<string, unknown>>): AskedChecks {
  return {
    names: parseNames(query.only === undefined ? undefined : [query.only].flat()),
    emailClients: parseEmailClients(query.client === undefined ? undefined : [query.client].flat(), 'client'),
  }
}

function parseNames(names: readonly unknown[] | undefined, field = 'only'): readonly CheckName[] {
  if (names === undefined) return usualCheckNames
  const asked = names.map((name) => {
    const known = checkNames.find((candidate) => candidate === name)
    if (known !== undefined) return known
    const shown = typeof name === 'string' ? name.slice(0, 40) : ''
    throw invalidField(
      `There is no check '${shown}', only ${checkNames.join(', ')}.${didYouMean(shown, checkNames)}`,
      { field, code: 'invalid' },
    )
  })
  if (asked.length === 0) throw invalidField(`${field} names no check.`, { field, code: 'out_of_range' })
  return asked
}

function parseEmailClients(codes: readonly unknown[] | undefined, field: string): EmailClient[] | null {
  if (codes === undefined) return null
  if (codes.length < 1 || codes.length > maxClientsOfChecks) {
    const message = `must name 1 to ${maxClientsOfChecks} email clients`
    throw invalidField(`${field} ${message}.`, { field, message, code: 'out_of_range' })
  }
  const emailClients = codes.map((code) => requireEmailClient(typeof code === 'string' ? code : '', field))
  return [...new Set(emailClients)]
}

/** An `ApiError` of `read` becomes the member's error. */
function readOrRefuse<Value>(read: () => Value, context: z.RefinementCtx): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The body's parser names the member.
    const errors = error.errors.map((fieldError) => ({ ...fieldError, field: null }))
    const refusal = new ApiError('invalid_request', error.publicText, { errors })
    context.addIssue({ code: 'custom', message: error.publicText, params: { refusal } })
    return z.NEVER
  }
}

const arrayReadBy = <Value>(read: (given: unknown[]) => Value) =>
  z
    .array(z.unknown(), 'must be an array of texts')
    .transform((given, context) => readOrRefuse(() => read(given), context))

const describeArray = (description: string, items: object) => ({ type: 'array' as const, items, description })

const checkMembers = {
  ...sentMembers,
  clients: arrayReadBy((codes) => parseEmailClients(codes, 'clients'))
    .optional()
    .meta(
      describeArray(
        `Codes of \`GET /clients\`, at most ${maxClientsOfChecks}. Left out: those that the user of the access token chose, or the popular ones.`,
        { type: 'string' },
      ),
    ),
  only: arrayReadBy((names) => parseNames(names))
    .optional()
    .meta(
      describeArray('Which checks; left out: all but `effects`.', { type: 'string', enum: [...checkNames] }),
    ),
}

export const checksOfNewEmail = z
  .union([z.boolean(), z.array(z.unknown())], 'must be true or false, or an array of names of checks')
  .transform((given, context) => {
    if (given === false) return null
    return given === true ? checkNames : readOrRefuse(() => parseNames(given, 'checks'), context)
  })
  .meta({
    description:
      'Checks that start now: `true` for all but `effects`, or their names. The webhook `email.checks_finished` tells when they have ended, and ' +
      '`GET /emails/{email_guid}/checks` what they found.',
    anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'string', enum: [...checkNames] } }],
  })

export const checkRequestNames: MemberNames = namesOf(checkMembers)

export const checkRequest = z
  .object(checkMembers, 'The body must be a JSON object.')
  .superRefine(assertContent)
  .transform((body) => ({
    sent: sentEmail(body),
    asked: { names: body.only ?? usualCheckNames, emailClients: body.clients ?? null } satisfies AskedChecks,
  }))
  .meta({
    id: 'EmailToCheck',
    examples: [
      {
        subject: 'Hello',
        html_text: '<img src="https://shop.example/a.png">',
        clients: ['OL2016'],
        only: ['images'],
      },
    ],
  })

export const checksResponse = (checks: ChecksOfEmail): z.output<typeof checksBody> => checks

export const comparedChecksResponse = (
  guids: { base_guid: string; email_guid: string },
  compared: ComparedChecks,
): z.output<typeof comparedChecksBody> => ({ ...guids, ...compared })

export const checkRulesResponse = (rules: readonly Rule[]): z.output<typeof checkRulesBody> =>
  rules.map(({ name, severity, title, sources }) => ({
    rule: name,
    severity,
    title,
    explains_url: sources.find(({ url }) => url !== null)?.url ?? null,
    sources: [...sources],
  }))
