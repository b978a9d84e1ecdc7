import { Badge, Notice, type Tone } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Clock, Countdown, Details, Facts, Line, Price } from '#app/ui/parts.tsx'

import { Specimen } from './specimen.tsx'

const TONES: Tone[] = ['info', 'positive', 'warning', 'danger']
const HALF_AN_HOUR = 1_800_000

export function Notices() {
  return (
    <Specimen title="Notices and badges">
      {TONES.map((tone) => (
        <Notice key={tone} tone={tone} title={`Something ${tone}`}>
          <p>One or two sentences about what to do next.</p>
        </Notice>
      ))}
      <Notice>
        <p>Without a title.</p>
      </Notice>
      <p className="row">
        <Badge>Plain</Badge>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone} icon={tone === 'positive' ? 'check' : 'info'}>
            {tone}
          </Badge>
        ))}
      </p>
    </Specimen>
  )
}

export function Folded() {
  return (
    <Specimen title="Details">
      <div>
        <Details summary="Closed">
          <p>What was folded away.</p>
        </Details>
        <Details summary="Open" open>
          <p>What was folded away.</p>
        </Details>
      </div>
    </Specimen>
  )
}

const DEPARTURES = [
  { time: '09:30', arrives: '10:10', price: '€9.00', note: 'runs' },
  { time: '23:45', arrives: '00:25', price: '€9.00', later: '+1 day', note: '3 seats left' },
]

export function Boards() {
  return (
    <Specimen title="Board">
      <ol className="board">
        {DEPARTURES.map(({ time, arrives, later, price, note }) => (
          <li key={time}>
            <a className="departure" href="#top">
              <Clock time={time} later={later} />
              <span>
                <strong>Larnaca Airport</strong>
                <br />
                <span className="soft small">
                  arrives {arrives}, {note}
                </span>
              </span>
              <Price>{price}</Price>
            </a>
          </li>
        ))}
        <li>
          <span className="departure soft">
            <Clock time="11:00" />
            <strong>Larnaca Airport</strong>
            <Badge tone="danger">sold out</Badge>
          </span>
        </li>
      </ol>
    </Specimen>
  )
}

export function Tables() {
  return (
    <Specimen title="Table">
      <div className="scroll">
        <table className="table">
          <caption>Fares</caption>
          <thead>
            <tr>
              <th scope="col">Passenger</th>
              <th scope="col" className="number">
                Nicosia
              </th>
              <th scope="col" className="number">
                Paphos
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Adult</th>
              <td className="number">€9.00</td>
              <td className="number">€16.00</td>
            </tr>
            <tr>
              <th scope="row">Child</th>
              <td className="number">€4.50</td>
              <td className="number">€8.00</td>
            </tr>
          </tbody>
        </table>
      </div>
    </Specimen>
  )
}

export function SmallParts() {
  const facts = [
    { name: 'Duration', value: '40 min' },
    { name: 'First bus', value: <time>01:30</time> },
    { name: 'Last bus', value: <time>22:45</time> },
  ]
  const stops = ['Nicosia', 'Kokkinotrimithia', 'Larnaca Airport']
  return (
    <Specimen title="Facts, line, price, countdown, card">
      <Facts facts={facts} />
      <Line stops={stops.map((label) => ({ key: label, label }))} />
      <p className="row">
        <span className="route-code">NL</span>
        <Price>€9.00</Price>
        <Price large>€27.00</Price>
        <Countdown endsAt={HALF_AN_HOUR} madeAt={0}>
          held until 10:12
        </Countdown>
      </p>
      <div className="card">A card, for what belongs together.</div>
    </Specimen>
  )
}

/** The page already has a main heading, so this one is a picture that screen readers skip. */
export function Heads() {
  return (
    <Specimen title="Head of a page">
      <div inert>
        <PageHeader title="Timetables" intro="Every route with all of its departures." />
      </div>
    </Specimen>
  )
}
