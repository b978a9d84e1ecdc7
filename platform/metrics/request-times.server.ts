import { Histogram, type HistogramConfiguration } from 'prom-client'

type Label = 'pattern' | 'method' | 'status'
type Config = Omit<HistogramConfiguration<Label>, 'buckets'>
type Labels = Readonly<Record<Label, string>>
/** `counts` are the requests up to each bound but above the one before it, and those above the last. */
type Times = { labels: Labels; counts: number[]; seconds: number }

/**
 * A histogram of the library whose numbers are found by their labels as they are. The library
 * checks, sorts and joins the labels at each observation, which slows down a kept page.
 */
export class RequestTimes extends Histogram<Label> {
  readonly #config: Config
  readonly #bounds: readonly number[]
  readonly #byPattern = new Map<string, Times[]>()

  constructor(bounds: readonly number[], config: Config) {
    super({ ...config, buckets: [...bounds] })
    this.#config = config
    this.#bounds = bounds
  }

  count(labels: Labels, seconds: number): void {
    const times = this.#find(labels)
    const bound = this.#bounds.findIndex((limit) => seconds <= limit)
    const place = bound < 0 ? this.#bounds.length : bound
    times.counts[place] = (times.counts[place] ?? 0) + 1
    times.seconds += seconds
  }

  #find({ pattern, method, status }: Labels): Times {
    const known = this.#byPattern.get(pattern) ?? []
    const found = known.find(({ labels }) => labels.method === method && labels.status === status)
    if (found) return found
    const counts = Array.from({ length: this.#bounds.length + 1 }, () => 0)
    const times = { labels: { pattern, method, status }, counts, seconds: 0 }
    this.#byPattern.set(pattern, [...known, times])
    return times
  }

  /** As the library would: the count up to each bound, the sum, and the count of all. */
  override async get(): ReturnType<Histogram<Label>['get']> {
    const values = [...this.#byPattern.values()].flat().flatMap((times) => this.#valuesOf(times))
    const { name, help } = this.#config
    // The types of the library want an enum that it does not have, and a function that no output contains.
    const metric = { name, help, type: 'histogram', aggregator: 'sum', values } as const
    return metric as unknown as Awaited<ReturnType<Histogram<Label>['get']>>
  }

  #valuesOf({ labels, counts, seconds }: Times) {
    let sum = 0
    const buckets = [...this.#bounds, '+Inf'].map((le, place) => {
      sum += counts[place] ?? 0
      return { metricName: `${this.#config.name}_bucket`, labels: { le, ...labels }, value: sum }
    })
    return [
      ...buckets,
      { metricName: `${this.#config.name}_sum`, labels, value: seconds },
      { metricName: `${this.#config.name}_count`, labels, value: sum },
    ]
  }

  /** The registry calls this instead of `get` when it writes text. */
  getForPromString(): ReturnType<Histogram<Label>['get']> {
    return this.get()
  }
}
