import type { ProductConfig } from '@pas/settings/product'
import type { Response } from 'express'

declare global {
  namespace Express {
    interface Locals {
      /** The product's name, its logo and the address of its help. A service sets it in `app.locals`. */
      product?: ProductConfig
    }
  }
}

/** The product of the service that sends this page. Throws when the service has not set it. */
export function productOf(res: Response): ProductConfig {
  const { product } = res.app.locals
  if (!product) throw new Error('The service has not set app.locals.product')
  return product
}
