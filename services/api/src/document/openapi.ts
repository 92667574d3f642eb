import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import { headers } from '../openapi/headers'
import { refusals } from '../openapi/refusals'

const get = (
  path: string,
  operationId: string,
  summary: string,
  [mediaType, example]: [mediaType: string, example: unknown],
): RouteConfig => ({
  method: 'get',
  path,
  operationId,
  summary,
  tags: ['This document'],
  security: [],
  responses: {
    200: {
      description: 'The document.',
      headers: headers('Document'),
      content: {
        [mediaType]: {
          schema: mediaType === 'application/json' ? z.looseObject({}) : z.string(),
          example,
        },
      },
    },
    ...refusals({}),
  },
})

export const documentOperations: RouteConfig[] = [
  get('/openapi.json', 'getDocumentAsJson', 'This description, for tools', [
    'application/json',
    { openapi: '3.1.0', info: { title: 'Partner Access Service', version: '1' }, paths: {} },
  ]),
  get('/openapi.yaml', 'getDocumentAsYaml', 'This description, for tools and people', [
    'application/yaml',
    'openapi: 3.1.0\ninfo:\n  title: Partner Access Service\n',
  ]),
  get('/docs', 'getDocumentAsPage', 'This description, for people', [
    'text/html',
    '<!doctype html><html lang="en">…',
  ]),
]
