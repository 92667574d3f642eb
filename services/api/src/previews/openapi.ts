import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { images, orientation } from '@pas/api-contract/clients'
import { prefetchBody, previewBody, retryBody } from '@pas/api-contract/previews'
import { pictureSizes } from '@pas/captures/picture-sizes'
import { z } from 'zod'
import { headers } from '../openapi/headers'
import { jsonAnswer } from '../openapi/json-answer'
import { examplePreview } from '../openapi/examples'
import { bodyRefusals, noContent, refusals } from '../openapi/refusals'
import {
  apiKeyOrAccessToken,
  credentialRefusals,
  optionalApiKeyOrAccessToken,
  ownersCredential,
} from '../openapi/security'
import { emailGuid, prefetchRequest } from './schema'

export const previewAddress = {
  email_guid: emailGuid,
  client_code: z
    .string()
    .meta({ description: 'A code of `GET /clients`, in upper or lower case.', examples: ['CHROMEGMAILNEW'] }),
}
export const previewOptions = {
  // No `default`: generators of client code make such a member required.
  orientation: orientation.optional().meta({
    description:
      'One that `GET /clients/configurations` lists for this email client; `vertical` when it is left out.',
  }),
  images: images.optional().meta({
    description:
      'Whether the email client shows remote images; one that it lists; `allowed` when it is left out.',
  }),
}

const fallbacks = {
  fallback: z.enum(['true', 'false']).optional().meta({
    description:
      'Whether a picture of ours that says so stands in when this preview cannot be had; `false` when it is left out.',
  }),
  fallback_url: z
    .url()
    .optional()
    .meta({
      description:
        'A picture of yours that stands in, with no need of `fallback`: absolute https, the file extension of an image, no query string, ' +
        'on a host of your application’s callback URIs or one that the operator allows. May be encoded once or twice.',
    }),
}

const waiting =
  'The first request starts the capture; the connection stays open until it is done, about 10 seconds at most as a rule. Requests ' +
  'meanwhile join it, and later ones are answered at once: each email is captured once for each email client, `orientation` and `images`. ' +
  'HEAD starts no capture: it answers 404 until there is one.'

const startedOnce = 'A store is away. Ask again: what was started already is not started twice.'

export const badPreview =
  'The guid is not a UUID, the code is unknown, or the email client does not offer an option; the text says where the offered ones are listed.'

const failures = {
  ...credentialRefusals,
  400: badPreview,
  404: 'The email is unknown, was deleted, or is older than 48 hours and has no such preview; or the preview was captured more than 180 days ago.',
  429: 'More captures of the email’s account were asked for in this hour, or wait for this engine, than its limits allow; or as many requests wait as may. The text says which, and who is limited. Never for a preview that is captured.',
  500: 'The email could not be captured in this email client, or something went wrong on our side.',
  503: 'Nothing that draws this email client is running, more captures wait for it than it can draw in time, or a store is away.',
  504: 'The capture is not finished yet; asking again joins it.',
}

export const previewOperations: RouteConfig[] = [
  {
    method: 'get',
    path: '/emails/{email_guid}/previews/{client_code}/{size}',
    operationId: 'getPicture',
    summary: 'A preview as a picture',
    description:
      'It can be the `src` of an image in your user’s browser. The redirect’s target may change over time; this ' +
      `address stays right for the preview’s 180 days.\n\n${waiting}\n\n${ownersCredential}`,
    tags: ['Previews'],
    security: optionalApiKeyOrAccessToken,
    request: {
      params: z.object({
        ...previewAddress,
        size: z.enum(pictureSizes).meta({
          description:
            '`full`: the whole message body at the client’s own width and pixel density. `thumb450`: the same, 450 pixels wide. ' +
            '`top450`: the top of that, at most 675 pixels high. `thumb`: the top, 120 × 90 pixels. All PNG.',
        }),
      }),
      query: z.object({ ...previewOptions, ...fallbacks }),
    },
    responses: {
      301: { description: 'The picture’s address, and no body.', headers: headers('Redirect', 'Location') },
      302: {
        description:
          'With `fallback` or `fallback_url` instead of 404, 500, 503 and 504: the address of the picture that stands in.',
        headers: headers('NoStore', 'Location'),
      },
      ...refusals({ ...failures, 400: `${badPreview} Or \`fallback_url\` is not as described.` }),
    },
  },
  {
    method: 'get',
    path: '/emails/{email_guid}/previews/{client_code}',
    operationId: 'getPreview',
    summary: 'A preview as JSON',
    description: `The addresses of the three pictures, and what is known about them.\n\n${waiting}\n\n${ownersCredential}`,
    tags: ['Previews'],
    security: optionalApiKeyOrAccessToken,
    request: { params: z.object(previewAddress), query: z.object(previewOptions) },
    responses: {
      200: jsonAnswer('The preview.', previewBody, examplePreview, headers('Redirect')),
      ...refusals(failures),
    },
  },
  {
    method: 'post',
    path: '/emails/{email_guid}/previews/retry',
    operationId: 'retryPreviews',
    summary: 'Capture again what failed',
    description:
      'Each preview of the email that failed is captured anew, under the same address; what is captured, or waits, stays as it is. All ' +
      'begin, or none: each counts as a new capture in the limits of the account. One of an email client that is unavailable waits; when ' +
      'as many wait for the same engine as may, it stays failed and is left out of the answer.',
    tags: ['Previews'],
    security: apiKeyOrAccessToken,
    request: { params: z.object({ email_guid: emailGuid }) },
    responses: {
      202: jsonAnswer(
        'The previews whose captures wait for their turn again; none when none had failed.',
        retryBody,
        {
          configurations: [{ client: 'CHROMEGMAILNEW', orientation: 'vertical', images: 'allowed' }],
        },
      ),
      ...refusals({
        ...noContent,
        429: 'More captures of the account were asked for in this hour, or wait for one engine, than its limits allow; the text says which. No capture was started.',
        503: startedOnce,
      }),
    },
  },
  {
    method: 'post',
    path: '/emails/{email_guid}/previews/prefetch',
    operationId: 'prefetchPreviews',
    summary: 'Start captures before anybody looks',
    description:
      'Counts as the first request of each preview, and answers at once. What is captured already, or being captured, stays as it is. An ' +
      'email client that is unavailable may be named: its capture waits. When as many wait for the same engine as may, it starts when it ' +
      'is asked for instead. Callers without a credential may have as many captures an hour as the account itself, and half as many ' +
      'waiting for an engine, both beside the account’s; one address may have a quarter of each.' +
      `\n\n${ownersCredential}`,
    tags: ['Previews'],
    security: optionalApiKeyOrAccessToken,
    request: {
      params: z.object({ email_guid: emailGuid }),
      body: { required: true, content: { 'application/json': { schema: prefetchRequest } } },
    },
    responses: {
      202: jsonAnswer('The captures wait for their turn.', prefetchBody, {
        configurations: [{ client: 'CHROMEGMAILNEW', orientation: 'vertical', images: 'allowed' }],
      }),
      ...refusals({
        400: 'The guid is not a UUID, the body is not well-formed JSON or has more than 10,000 values, a configuration is not offered, or none is named; the text names it. No capture was started.',
        ...credentialRefusals,
        404: 'The email is unknown, was deleted, or is older than 48 hours.',
        ...bodyRefusals('64 KiB', { isCompressible: false }),
        429: 'More captures of the email’s account were asked for in this hour, or wait for one engine, than its limits allow; the text says which, and who is limited. No capture was started.',
        503: startedOnce,
      }),
    },
  },
]
