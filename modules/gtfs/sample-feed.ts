import type { Assumptions } from './assumptions.ts'
import { FILES_READ, type Feed } from './feed.ts'
import { Findings, type FeedProblem } from './findings.ts'
import { readCsv } from './read-csv.ts'

/* A small sound feed of somebody else, for tests: one route from A by B to C, every day at 08:00. */

export type FeedTexts = Record<string, string>

const SOUND: FeedTexts = {
  'agency.txt': `agency_name,agency_url,agency_timezone
Other Buses,https://other.example,Asia/Nicosia`,
  'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,zone_id
A,Alpha,35.00,33.30,1
B,Beta,35.00,33.40,2
C,Gamma,35.00,33.60,2`,
  'routes.txt': `route_id,route_short_name,route_long_name,route_type
R,1,Alpha – Gamma,3`,
  'trips.txt': `route_id,service_id,trip_id
R,daily,T1`,
  'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T1,08:00:00,08:00:00,A,10
T1,08:15:00,08:16:00,B,20
T1,08:40:00,08:40:00,C,30`,
  'calendar.txt': `service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
daily,1,1,1,1,1,1,1,20261101,20261231`,
  'fare_attributes.txt': `fare_id,price,currency_type,payment_method,transfers
near,2.00,EUR,0,0
far,3.5,EUR,0,0`,
  'fare_rules.txt': `fare_id,origin_id,destination_id
near,2,2
far,1,2`,
}

/** What the sound feed leaves open, as its company would say it. */
export const SAMPLE_ASSUMPTIONS: Assumptions = {
  seats: 50,
  wheelchairSpaces: 1,
  shares: { child: 100, student: 100, infant: 0 },
}

/** The sound feed with some of its files otherwise; an empty text is a file that is not there. */
export function sampleTexts(otherwise: FeedTexts = {}): FeedTexts {
  const texts = { ...SOUND, ...otherwise }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

export function sampleFeed(otherwise: FeedTexts = {}): Feed {
  const problems = new Findings<FeedProblem>()
  const texts = Object.entries(sampleTexts(otherwise))
  const files = texts.flatMap(([file, text]) => {
    const bytes = new TextEncoder().encode(text)
    const isRead = FILES_READ.has(file)
    return isRead ? [[file, readCsv({ file, bytes, mostRows: 1000, problems })] as const] : []
  })
  const others = texts.flatMap(([file]) => (FILES_READ.has(file) ? [] : [file]))
  return { files: new Map(files), others, unread: problems.list() }
}

/** The text of a file of the sound feed with one piece of it replaced. */
export function replacing(file: string, piece: string, by: string): FeedTexts {
  return { [file]: (SOUND[file] ?? '').replace(piece, by) }
}
