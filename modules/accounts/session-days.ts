/** A session ends so long after the log-in, whatever happens in it … */
export const SESSION_DAYS = 30
/** … and so long after it was last used. */
export const SESSION_IDLE_DAYS = 7
