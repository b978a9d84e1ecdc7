/** A place in the language of the page; the accusative is null if the feed does not contain it. */
export type PlaceName = { name: string; accusative: string | null }
