import type { ProductConfig } from '@pas/settings/product'
import type { Response } from 'express'

declare global {
  namespace Express {
    interface Locals {
      product?: ProductConfig
    }
  }
}

export function productOf(res: Response): ProductConfig {
  const { product } = res.app.locals
  if (!product) throw new Error('The service has not set app.locals.product')
  return product
}
