/** Where an order was sold: on the website, or by staff by telephone, at the counter or at the door of a bus. */
export const SALE_CHANNELS = ['web', 'phone', 'counter', 'on-board'] as const
export type SaleChannel = (typeof SALE_CHANNELS)[number]
