import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { createdShareBody, shareBody, sharedBody, shareListBody } from '@pas/api-contract/shares'
import { z } from 'zod'
import { exampleEmail, exampleGuid, examplePreviewList } from '../openapi/examples'
import { headers, rateLimitComponents } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import {
  bodyRefusals,
  databaseAway,
  notYours,
  refusals,
  tooManyChanges,
  unauthorized,
} from '../openapi/refusals'
import { apiKeyOrAccessToken } from '../openapi/security'
import { emailGuid } from '../previews/schema'
import { createShareRequest, shareId, shareListQuery } from './schema'

const rateLimit = headers(...rateLimitComponents)

const badId = 'The share_id is not a UUID.'
const noSuchLink = 'There is no such link, or it is another account’s.'
const badQuery = 'A query parameter is not as described, or `before` is not of this list; the text names it.'

const exampleShare = {
  share_id: '0b6c1f5e-2d53-4c26-9b7e-3f3f6a1f7a52',
  email_guid: exampleGuid,
  label: 'Spring sale',
  shows: ['changes'],
  configurations: null,
  status: 'live',
  created_at: '2026-11-23T09:00:10.000Z',
  expires_at: '2026-11-24T09:00:10.000Z',
  revoked_at: null,
  views: 0,
  last_viewed_at: null,
}
const exampleShared = {
  email: {
    subject: exampleEmail.subject,
    title: exampleEmail.title,
    from_address: exampleEmail.from_address,
    created_at: exampleEmail.created_at,
    takes_captures_until: exampleEmail.takes_captures_until,
    content: exampleEmail.content,
    counts: exampleEmail.counts,
  },
  label: exampleShare.label,
  shows: [],
  expires_at: exampleShare.expires_at,
  complete: examplePreviewList.complete,
  previews: examplePreviewList.previews,
}

const secretAddress = headers('NoReferrer', 'NoIndex')

export const shareOperations: RouteConfig[] = [
  {
    method: 'post',
    path: '/emails/{email_guid}/shares',
    operationId: 'createShare',
    summary: 'Share an email by a link',
    description:
      'Whoever has the link sees the email’s pictures, without an account, until it ends or is revoked. An account may have 1,000 links ' +
      'that are neither. A picture has an unguessable address of its own, which works without the link until the picture ends or the email ' +
      'is deleted. A repeated request makes another link: revoke one that you do not need.',
    tags: ['Shares'],
    security: apiKeyOrAccessToken,
    request: {
      params: z.object({ email_guid: emailGuid }),
      body: { required: true, content: { 'application/json': { schema: createShareRequest } } },
    },
    responses: {
      201: jsonAnswer(
        'The link.',
        createdShareBody,
        { ...exampleShare, url: 'https://board.example.com/s/pas_shr_…' },
        { ...headers('NoStore', 'Created'), ...rateLimit },
      ),
      ...refusals(
        {
          ...unauthorized,
          429: `${tooManyChanges[429]} Or it has more bytes of emails on their way than its limit allows.`,
          400: 'The guid is not a UUID, the body is not well-formed JSON, a member is not as described, or what `shows` names is larger than 1 MiB; the text names it.',
          404: `${notYours} Or this installation has no board, which opens links.`,
          409: 'The email’s content is erased, so that `shows` must be empty; or the email is older than 180 days; or the account has 1,000 links.',
          ...bodyRefusals('64 KiB', { isCompressible: true }),
          503: 'A store is away, the email could not be gone through in time, or as many emails as fit are on their way. Nothing was made.',
        },
        rateLimit,
      ),
    },
  },
  {
    method: 'get',
    path: '/emails/{email_guid}/shares',
    operationId: 'listSharesOfEmail',
    summary: 'List an email’s links',
    tags: ['Shares'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }), query: shareListQuery },
    responses: {
      200: jsonAnswer('A page of the list.', shareListBody, { shares: [exampleShare] }),
      ...refusals({
        ...unauthorized,
        400: `The guid is not a UUID. Or: ${badQuery}`,
        404: notYours,
        503: databaseAway,
      }),
    },
  },
  {
    method: 'get',
    path: '/shares',
    operationId: 'listShares',
    summary: 'List your links',
    description: 'Those of the account.',
    tags: ['Shares'],
    security: apiKeyOrAccessToken,
    request: { query: shareListQuery },
    responses: {
      200: jsonAnswer('A page of the list.', shareListBody, { shares: [exampleShare] }),
      ...refusals({ ...unauthorized, 400: badQuery, 503: databaseAway }),
    },
  },
  {
    method: 'get',
    path: '/shares/{share_id}',
    operationId: 'getShare',
    summary: 'Read a link',
    tags: ['Shares'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ share_id: shareId }) },
    responses: {
      200: jsonAnswer('The link, without its address.', shareBody, exampleShare),
      ...refusals({ ...unauthorized, 400: badId, 404: noSuchLink, 503: databaseAway }),
    },
  },
  {
    method: 'delete',
    path: '/shares/{share_id}',
    operationId: 'revokeShare',
    summary: 'Revoke a link',
    description:
      'It ends at once, and what it kept of the email’s content is erased. The addresses of pictures go on working.',
    tags: ['Shares'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ share_id: shareId }) },
    responses: {
      204: {
        description: 'It is revoked, now or before.',
        headers: headers('NoStore', ...rateLimitComponents),
      },
      ...refusals(
        {
          ...unauthorized,
          ...tooManyChanges,
          400: badId,
          404: noSuchLink,
          503: databaseAway,
        },
        rateLimit,
      ),
    },
  },
  {
    method: 'get',
    path: '/shared/{token}',
    operationId: 'readShared',
    summary: 'What a link shows',
    description:
      'For the page that opens the link; ask again while previews are waiting, every 5 seconds for example. An address may ask 60 times a ' +
      'minute.',
    tags: ['Shares'],
    security: [],
    request: {
      params: z.object({ token: z.string().meta({ description: 'The last part of the link’s path.' }) }),
    },
    responses: {
      200: jsonAnswer('What it shows.', sharedBody, exampleShared, {
        ...headers('NoStore'),
        ...secretAddress,
      }),
      ...refusals(
        {
          404: 'There is no such link: its email was deleted, or it ended more than 30 days ago, if it ever was.',
          410: 'The link is over or revoked, or its account, or the user or the application that made it, is disabled.',
          503: databaseAway,
        },
        secretAddress,
      ),
      429: {
        ...refusals({ 429: 'The address asked 60 times in this minute.' }, secretAddress)[429],
        headers: { ...headers('NoStore', 'RetryAfter'), ...secretAddress },
      },
    },
  },
]
