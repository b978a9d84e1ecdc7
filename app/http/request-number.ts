let find: () => string | undefined = () => undefined

/** Set once by the server, which knows the request that it answers. */
export function provideRequestId(source: () => string | undefined): void {
  find = source
}

/**
 * The id under which the log has this request, for an error page. It is not among the data of the
 * page, which are the same for everyone; in the browser there is none.
 */
export function requestNumber(): string | undefined {
  return find()
}
