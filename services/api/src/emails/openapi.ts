import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import {
  createdEmailBody,
  emailBody,
  emailListBody,
  emailSourceBody,
  inboxListBody,
} from '@pas/api-contract/emails'
import { z } from 'zod'
import { headers, rateLimitComponents } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import { exampleEmail, exampleGuid } from '../openapi/examples'
import {
  badGuid,
  bodyRefusals,
  databaseAway,
  noContent,
  notYours,
  refusals,
  tooManyChanges,
  unauthorized,
} from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { emailGuid } from '../previews/schema'
import { preferWaitHeader } from '../progress/prefer-wait'
import { changeEmailRequest, createEmailRequest, emailListQuery } from './schema'

export const emailOperations: RouteConfig[] = [
  {
    method: 'post',
    path: '/emails',
    operationId: 'createEmail',
    summary: 'Upload an email',
    description:
      'The email should have passed any change that your delivery provider makes, so that the previews show what recipients get. ' +
      'Remote images and style sheets are fetched once, now, so that every email client shows the same email; what cannot be fetched ' +
      'in time is shown as a client shows a broken image.\n\n' +
      'An email takes new captures for 48 hours. Then its content is erased, and what was captured stays for 180 days from its ' +
      'capture. Call this from a server: the API key and the token are secrets.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: {
      headers: z.object({
        'Idempotency-Key': z
          .string()
          .optional()
          .meta({
            description:
              'Makes a repetition safe: for 24 hours the same key with the same body gives the same answer, and makes no second email. A text ' +
              'of your choice, such as a UUID, in quotation marks (draft-ietf-httpapi-idempotency-key-header).',
            examples: ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
          }),
      }),
      body: { required: true, content: { 'application/json': { schema: createEmailRequest } } },
    },
    responses: {
      200: jsonAnswer(
        'The email is stored.',
        createdEmailBody,
        {
          email_guid: exampleGuid,
          configurations: [{ client: 'CHROMEGMAILNEW', orientation: 'vertical', images: 'allowed' }],
          assets: { kept: 7, failed: 2 },
        },
        headers('NoStore', 'Created', ...rateLimitComponents),
      ),
      ...refusals(
        {
          400: 'The body is not well-formed JSON or has more than 10,000 values, or a member is not as described; the text names it. Nothing was stored.',
          ...unauthorized,
          409: 'A request with this `Idempotency-Key` is being answered. Repeat it shortly.',
          ...bodyRefusals('10 MiB', { isCompressible: true }),
          422: 'This `Idempotency-Key` was sent with another body in the last 24 hours. Nothing was stored.',
          429: 'The account posted more emails or asked for more checks in this minute, stored more bytes of emails in this hour, has more bytes of emails on their way, or asked for more captures in this hour or at a time for one engine, than its limits allow; the text says which. Nothing was stored.',
          503: `${databaseAway} Or as many emails as fit are on their way.`,
        },
        headers(...rateLimitComponents),
      ),
    },
  },
  {
    method: 'get',
    path: '/emails',
    operationId: 'listEmails',
    summary: 'List your emails',
    description:
      'Those of the account, newest first, a page at a time. An email is listed as long as it has a picture.\n\n' +
      'With `Prefer: wait=30` and without `before`, a list that would be empty waits for its first email: a test sends a mail and ' +
      'asks for the next of its inbox or recipient, behind the last that it saw (`after`).',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: { query: emailListQuery, headers: preferWaitHeader },
    responses: {
      200: jsonAnswer(
        'A page of the list.',
        emailListBody,
        { emails: [exampleEmail] },
        headers('NoStore', 'PreferenceApplied'),
      ),
      ...refusals({
        400: 'A query parameter is not as described, or `before` was not given to this account; the text names it.',
        ...unauthorized,
        404: 'There is no email `after` of this account.',
        429: 'The account has as many requests waiting as it may.',
        503: databaseAway,
      }),
    },
  },
  {
    method: 'get',
    path: '/inboxes',
    operationId: 'listInboxes',
    summary: 'List the inboxes that mail came into',
    description:
      'An inbox is the user name with which an application signs in to send mail by SMTP; its first mail makes it. Those are listed ' +
      'that have mail of the last 48 hours.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    responses: {
      200: jsonAnswer('The inboxes.', inboxListBody, {
        inboxes: [{ name: 'staging', emails: 12, unread: 3, last_email_at: '2026-11-23T09:00:00.000Z' }],
      }),
      ...refusals({ ...unauthorized, 503: databaseAway }),
    },
  },
  {
    method: 'get',
    path: '/emails/{email_guid}',
    operationId: 'getEmail',
    summary: 'Describe an email',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }) },
    responses: {
      200: jsonAnswer('The email.', emailBody, exampleEmail),
      ...refusals({
        400: badGuid,
        ...unauthorized,
        404: notYours,
        503: databaseAway,
      }),
    },
  },
  {
    method: 'patch',
    path: '/emails/{email_guid}',
    operationId: 'changeEmail',
    summary: 'Name an email',
    description: 'Absent members stay as they are; null takes the name away. The content never changes.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: {
      params: z.object({ email_guid: emailGuid }),
      body: { required: true, content: { 'application/json': { schema: changeEmailRequest } } },
    },
    responses: {
      200: jsonAnswer(
        'The email, as it is now.',
        emailBody,
        exampleEmail,
        headers('NoStore', ...rateLimitComponents),
      ),
      ...refusals(
        {
          400: 'The guid is not a UUID, the body is not well-formed JSON, or a member is not as described; the text names it.',
          ...unauthorized,
          404: notYours,
          ...bodyRefusals('16 KiB', { isCompressible: false }),
          ...tooManyChanges,
          503: databaseAway,
        },
        headers(...rateLimitComponents),
      ),
    },
  },
  {
    method: 'get',
    path: '/emails/{email_guid}/source',
    operationId: 'getEmailSource',
    summary: 'Read an email’s content back',
    description: 'For 48 hours. Then the content is erased.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }) },
    responses: {
      200: jsonAnswer('The content.', emailSourceBody, {
        html_text: '<h1>Hello</h1>',
        plain_text: 'Hello',
        subject: 'Hello',
        from_address: 'shop@example.com',
        from_display_name: null,
        attachments: [],
      }),
      ...refusals({
        ...noContent,
        429: 'The account has more bytes of emails on their way, the sources among them that it has not read to their end, than its limit allows.',
        503: `${databaseAway} Or as many emails as fit are on their way.`,
      }),
    },
  },
  {
    method: 'delete',
    path: '/emails/{email_guid}',
    operationId: 'deleteEmail',
    summary: 'Delete an email, its pictures and its captures that wait',
    description: 'At once and for good. Its use stays counted.',
    tags: ['Emails'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }) },
    responses: {
      204: { description: 'It is gone.', headers: headers('NoStore') },
      ...refusals({
        400: badGuid,
        ...unauthorized,
        404: notYours,
        503: 'A store is away, or this had no turn beside others in time. The email may be deleted again.',
      }),
    },
  },
]
