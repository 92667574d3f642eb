import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { checkRulesBody, checksBody, comparedChecksBody } from '@pas/api-contract/checks'
import { checkNames } from '@pas/email-checks/rule'
import { sarifOf } from '@pas/email-checks/sarif'
import { sarifMediaType } from '@pas/email-checks/sarif-media-type'
import { z } from 'zod'
import { headers, rateLimitComponents, type HeaderComponent } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import { bodyRefusals, noContent, refusals, unauthorized } from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { emailGuid } from '../previews/schema'
import { preferWaitHeader } from '../progress/prefer-wait'
import { checkRequest, maxClientsOfChecks } from './schema'

const exampleFinding = {
  rule: 'images/no-alt',
  severity: 'error' as const,
  what: 'https://shop.example/a.png',
  where: {
    part: 'html' as const,
    line: 12,
    column: 5,
    end_line: 12,
    end_column: 45,
    snippet: '<img src="https://shop.example/a.png">',
  },
  places: [{ line: 12, column: 5 }],
  count: 1,
  clients: null,
  description: 'The picture has no alt; give it a text, or alt="" if it only decorates.',
  detail: {},
  fix: null,
  basis: null,
  boxes: [],
  parts: [],
  fingerprint: 'b62a41d0d2a1c1c1c5a5a2f3b1f4f26a0ab7c93b59e4f8ea3fdcb0dbf7d5d0c1',
  source: 'WCAG 2.2 §1.1.1',
  source_url: 'https://www.w3.org/TR/WCAG22/#non-text-content',
}

const example = (guid: string | null) => ({
  email_guid: guid,
  complete: true,
  clients_checked: ['OL2016'],
  counts: { error: 1, warning: 0, note: 0 },
  checks: [
    {
      name: 'images' as const,
      status: 'done' as const,
      description: null,
      facts: { images: 1 },
      findings: [exampleFinding],
    },
  ],
})

const rateLimit = headers(...rateLimitComponents)

const findings = (
  guid: string | null,
  schema: z.ZodType = checksBody,
  ...extraHeaders: HeaderComponent[]
) => {
  const answer = jsonAnswer(
    'What was found.',
    schema,
    example(guid),
    headers('NoStore', ...extraHeaders, ...rateLimitComponents),
  )
  return {
    ...answer,
    content: {
      ...answer.content,
      [sarifMediaType]: {
        schema: z
          .object({ version: z.literal('2.1.0'), runs: z.array(z.object({}).loose()) })
          .loose()
          .meta({ description: 'A log of SARIF 2.1.0, when the `Accept` prefers it.' }),
        example: sarifOf(example(guid), { version: '1.0.0' }),
      },
    },
  }
}

const tooManyChecks = {
  429: 'The account asked for more checks in this minute than its limit allows, or as many of its requests wait as may.',
}
const tooMuchToDo = 'A store is away, or the email could not be read in time.'

export const checkOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/emails/{email_guid}/checks',
    operationId: 'checkEmail',
    summary: 'What is wrong with an email',
    description:
      'What is wrong with the email, where, and for which email clients: its code, pictures, links, text and the rest. It is there for ' +
      '48 hours. A check whose status is not `done` found nothing because it was not done. `contrast` is measured in each email client ' +
      'that Chromium draws, once; each counts as a capture. `effects` is done only when it is named: it draws the email in those email clients ' +
      'without their changes, at most 24 pictures each, so that `code` and `/changes` know which of them are seen. What is still `running` is answered by a later request, or waited for with ' +
      '`Prefer: wait=20`, which counts as no request for checks if something was running already.',
    tags: ['Checks'],
    security: apiKeyOrAccessToken,
    request: {
      params: z.object({ email_guid: emailGuid }),
      query: z.object({
        only: z
          .array(z.enum(checkNames))
          .optional()
          .meta({ description: 'Which checks; left out: all but `effects`.' }),
        client: z
          .array(z.string())
          .max(maxClientsOfChecks)
          .optional()
          .meta({
            description:
              'The email clients. Left out: those that the user of the access token chose, or the popular ones.',
            examples: [['OL2016', 'CHROMEGMAILNEW']],
          }),
        base: emailGuid.optional().meta({
          description:
            'The guid of another email of the same account, such as the version before: the answer is then which findings are `gone`, ' +
            '`new` and `still` there. It counts as two requests for checks.',
        }),
      }),
      headers: preferWaitHeader,
    },
    responses: {
      200: findings(
        '4a8ee40e-1d8e-4f6e-8d4e-5a9f7a0d9f10',
        z.union([checksBody, comparedChecksBody]),
        'PreferenceApplied',
      ),
      ...refusals(
        {
          ...noContent,
          400: 'The guid is not a UUID, or a check or an email client is unknown; the text names it.',
          ...tooManyChecks,
          503: tooMuchToDo,
        },
        rateLimit,
      ),
    },
  },
  {
    method: 'post',
    path: '/checks',
    operationId: 'checkSentEmail',
    summary: 'What is wrong with an email that is not stored',
    description:
      'The same for an email in the body, as `POST /emails` takes it. Nothing is stored and nothing is fetched, so what needs the files of ' +
      'pictures is not looked at: for an editor, or before a deployment.',
    tags: ['Checks'],
    security: apiKeyOrAccessToken,
    request: { body: { required: true, content: { 'application/json': { schema: checkRequest } } } },
    responses: {
      200: findings(null),
      ...refusals(
        {
          ...unauthorized,
          400: 'The body is no such email, or a check or an email client is unknown; the text names it.',
          ...bodyRefusals('10 MiB', { isCompressible: true }),
          ...tooManyChecks,
          503: tooMuchToDo,
        },
        rateLimit,
      ),
    },
  },
  {
    method: 'get',
    path: '/checks/rules',
    operationId: 'listCheckRules',
    summary: 'What the checks look for',
    description: 'Every rule, in the order of the checks.',
    tags: ['Checks'],
    security: [],
    responses: {
      200: jsonAnswer(
        'The rules.',
        checkRulesBody,
        [
          {
            rule: 'images/no-alt',
            severity: 'error',
            title: 'A picture has no alternative text.',
            explains_url: 'https://www.w3.org/TR/WCAG22/#non-text-content',
            sources: [{ title: 'WCAG 2.2 §1.1.1', url: 'https://www.w3.org/TR/WCAG22/#non-text-content' }],
          },
        ],
        headers('Document'),
      ),
      ...refusals({}),
    },
  },
]
