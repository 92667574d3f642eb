// The library that is published.
export { createService } from './service'
export type { OfChecks, OfMail, OfPreviews, Service } from './service'
export type { Waiting } from './service-calls'
export type { ServiceOptions } from './service-request'
export { ServiceError } from './service-error'
export { openWebhook } from './webhook'
export type { WebhookMessage } from './webhook'
export type * from './wire'
