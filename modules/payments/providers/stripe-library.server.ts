import { createRequire } from 'node:module'
import type Stripe from 'stripe'

type Library = typeof Stripe
let library: Library | undefined

/** Loaded when first needed: it takes long, and most sites never need it. */
export function stripeLibrary(): Library {
  library ??= createRequire(import.meta.url)('stripe') as Library
  return library
}
