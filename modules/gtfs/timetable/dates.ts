/** Every date from the first to the last, both included. */
export function* range(first: Temporal.PlainDate, last: Temporal.PlainDate) {
  for (
    let date = first;
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    yield date
  }
}

export function latest(dates: Iterable<Temporal.PlainDate>): Temporal.PlainDate | undefined {
  let last: Temporal.PlainDate | undefined
  for (const date of dates) {
    if (!last || Temporal.PlainDate.compare(date, last) > 0) last = date
  }
  return last
}
