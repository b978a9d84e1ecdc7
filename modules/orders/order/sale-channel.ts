/** Where an order was sold: on the website, or by staff by telephone or at the counter. */
export const SALE_CHANNELS = ['web', 'phone', 'counter'] as const
export type SaleChannel = (typeof SALE_CHANNELS)[number]
