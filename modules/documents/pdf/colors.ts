/**
 * The kingfisher's colours of app/ui/tokens.css, for print. Every text has a contrast of 4.5 : 1
 * with its background.
 */
export const BRAND = '#063B47'
export const ON_BRAND = '#A8D0D6'
export const BRIGHT_CYAN = '#25BDD6'
export const INK = '#0A2A33'
export const MUTED = '#456069'
export const CYAN = '#0092AB'
export const ORANGE = '#F5923E'
export const ON_ORANGE = '#2B1500'
export const SEA = '#E0F1F4'
export const SAND = '#F3ECDF'
export const RULE = '#C3D6DB'
export const WHITE = '#FFFFFF'
